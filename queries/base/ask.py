"""Asking a question of the embedded graph."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from kg.errors import QueryError
from kg.records import Evidence
from kg.schema import edge_type
from queries.base.options import Options
from queries.base.pairs import left_out
from queries.base.present import name_of, presented
from queries.base.ranking import ranked
from queries.base.registry import Question, RawRow
from queries.base.view import Graph, Link, View

EvidenceOf = Callable[[Link], Evidence | None]
"""The sentence of an edge, or None where there is none."""

#: How many edges a row shows as its evidence, the surest first, unless all rows are asked for.
EVIDENCE_EDGES = 10

_NAMED = 5  # how many left-out entities a note names


@dataclass(frozen=True, slots=True)
class Answer:
    """Rows of flat values with stable keys, and notes on what they leave out."""

    rows: list[dict[str, Any]]
    notes: tuple[str, ...] = ()


def ask(
    question: Question,
    graph: Graph,
    values: Mapping[str, Any],
    options: Options | None = None,
    *,
    aliases: Mapping[str, Iterable[str]] | None = None,
    evidence_of: EvidenceOf | None = None,
) -> Answer:
    """The answer of `graph`, a MultiDiGraph as `kg.graph.slim_graph` gives it.

    `values` holds the question's parameters, names already resolved to node ids. `aliases` (entity id ->
    surface forms) are needed by questions that say so; `evidence_of` fetches sentences for
    `options.evidence`, else the edges are shown without. Raises QueryError for parameters that don't fit.
    """
    options = options or Options()
    values = checked(question, values)
    if values.get("role") == edge_type("mentions"):
        options = replace(options, mentions=True)
    view = View(graph, options, aliases, keep=values.get("paper"))
    raw = ranked(question, question.find(view, **values), options.limit)
    if question.expand is not None:
        raw = question.expand(raw)
    notes = _left_out_note(view, question.pairs)
    rows = presented(raw, view.nodes)
    if options.evidence or question.always_evidence:
        most = _most(question, options)
        supports = [_support(view, question, row, values) for row in raw]
        if most and any(len(links) > most for links in supports) and options.evidence:
            notes.append(f"evidence: the surest {most} edges of each row; --limit 0 shows all")
        rows = [
            {**row, **_shown(link, evidence_of)}
            for row, links in zip(rows, supports, strict=True)
            for link in links[: most or None]
        ]
    return Answer(rows, tuple(notes))


def checked(question: Question, values: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters as both homes take them: absent ones None, a role as its edge type, lists distinct."""
    known = {parameter.name for parameter in question.parameters}
    if unknown := sorted(values.keys() - known):
        raise QueryError(f"{question.name} has no parameter {unknown[0]!r}")
    result: dict[str, Any] = {}
    for parameter in question.parameters:
        value = values.get(parameter.name)
        if value in (None, "", [], ()):
            if not parameter.optional and parameter.kind != "choice":
                raise QueryError(f"{question.name} needs {parameter.name.upper()}")
            value = None
        elif parameter.many:
            value = list(dict.fromkeys([value] if isinstance(value, str) else value))
        elif parameter.choices and value not in parameter.choices:
            options = ", ".join(parameter.choices)
            raise QueryError(f"{parameter.name} {value!r} is none of {options}")
        elif parameter.name == "role":
            value = edge_type(value)
        result[parameter.name] = value
    return result


def _most(question: Question, options: Options) -> int:
    if question.always_evidence and not options.evidence:
        return 1
    return EVIDENCE_EDGES if options.limit else 0


def _support(view: View, question: Question, row: RawRow, values: Mapping[str, Any]) -> list[Link]:
    """The edges behind a row, the surest first."""
    links = {
        link for pattern in question.support(view, row, values) for link in view.links(pattern)
    }
    return sorted(links, key=lambda link: (-link.confidence, link.paper, link))


def _shown(link: Link, evidence_of: EvidenceOf | None) -> dict[str, Any]:
    found = evidence_of(link) if evidence_of else None
    return {
        "head": link.head,
        "edge": link.type,
        "tail": link.tail,
        "paper": link.paper,
        "sentence": found.sentence if found else None,
        "start": found.start if found else None,
        "end": found.end if found else None,
        "confidence": link.confidence,
    }


def _left_out_note(view: View, kind: str) -> list[str]:
    rows = left_out(view, kind) if kind else []
    if not rows:
        return []
    names = ", ".join(f"{name_of(view.nodes, row['id'])} ({row['df']})" for row in rows[:_NAMED])
    more = ", ..." if len(rows) > _NAMED else ""
    return [
        f"left out {len(rows)} {kind.lower()}{'s' if len(rows) > 1 else ''} in more than {view.cap} "
        f"papers: {names}{more}; --max-df changes that"
    ]
