"""Asking a question of a home of the graph."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import Any, Protocol

from kg.errors import QueryError
from kg.records import Evidence
from kg.schema import edge_type
from queries.base.options import Options
from queries.base.pairs import left_out
from queries.base.present import Nodes, mentioned, name_of, presented
from queries.base.ranking import ranked
from queries.base.registry import Question, RawRow
from queries.base.roles import MENTIONS
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


class Home(Protocol):
    """A home of the graph, opened for one question under its options."""

    def raw(self, question: Question, values: Mapping[str, Any]) -> Iterable[RawRow]:
        """The raw rows, in any order; may hold more than the best."""
        ...

    def nodes(self, ids: AbstractSet[str]) -> Nodes:
        """The attributes of nodes as in the slim graph, at least of these."""
        ...

    def left_out(self, kind: str) -> tuple[list[RawRow], int]:
        """What pairs leave out as too common, most common first, and above how many papers."""
        ...

    def view(self, ids: AbstractSet[str]) -> View:
        """As much of the graph as holds every edge at these entities, and between these nodes."""
        ...

    def evidence(self, links: Sequence[Link]) -> Mapping[Link, Evidence]:
        """The sentences of those edges that have one."""
        ...


class GraphHome:
    """The embedded graph as a home."""

    def __init__(self, view: View, evidence_of: EvidenceOf | None) -> None:
        self._view = view
        self._evidence_of = evidence_of

    def raw(self, question: Question, values: Mapping[str, Any]) -> Iterable[RawRow]:
        return question.find(self._view, **values)

    def nodes(self, ids: AbstractSet[str]) -> Nodes:
        return self._view.nodes

    def left_out(self, kind: str) -> tuple[list[RawRow], int]:
        return left_out(self._view, kind), self._view.cap

    def view(self, ids: AbstractSet[str]) -> View:
        return self._view

    def evidence(self, links: Sequence[Link]) -> Mapping[Link, Evidence]:
        if self._evidence_of is None:
            return {}
        found = ((link, self._evidence_of(link)) for link in links)
        return {link: where for link, where in found if where}


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
    values, options = prepared(question, values, options or Options())
    view = View(graph, options, aliases, keep=values.get("paper"))
    return answered(question, GraphHome(view, evidence_of), values, options)


def prepared(
    question: Question, values: Mapping[str, Any], options: Options
) -> tuple[dict[str, Any], Options]:
    """Parameters and options as both homes take them. Raises QueryError for those that don't fit."""
    known = checked(question, values)
    if known.get("role") == MENTIONS:
        options = replace(options, mentions=True)
    return known, options


def answered(question: Question, home: Home, values: Mapping[str, Any], options: Options) -> Answer:
    """The answer of a home to a prepared question: here alone rows are ranked, cut and made readable."""
    limit = options.limit
    # One more than is shown tells whether there are more.
    raw = ranked(question, home.raw(question, values), limit + 1 if limit else 0)
    notes = _left_out_note(home, question.pairs)
    if limit and len(raw) > limit:
        raw = raw[:limit]
        notes.append(f"only the first {limit}; --limit 0 shows all")
    if question.expand is not None:
        raw = question.expand(raw)
    rows = presented(raw, home.nodes(mentioned(raw)))
    if options.evidence or question.always_evidence:
        most = _most(question, options)
        view = home.view(mentioned([*raw, values]))
        supports = [_support(view, question, row, values) for row in raw]
        if most and any(len(links) > most for links in supports) and options.evidence:
            notes.append(f"evidence: the surest {most} edges of each row; --limit 0 shows all")
        shown = [links[: most or None] for links in supports]
        where = home.evidence([link for links in shown for link in links])
        rows = [
            {**row, **_shown(link, where.get(link))}
            for row, links in zip(rows, shown, strict=True)
            for link in links
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
    ends = [result[parameter.name] for parameter in question.parameters if parameter.kind == "node"]
    if len(set(ends)) < len(ends):
        raise QueryError(
            f"both ends of the {question.name} are {ends[0]}; name two different nodes"
        )
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


def _shown(link: Link, found: Evidence | None) -> dict[str, Any]:
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


def _left_out_note(home: Home, kind: str) -> list[str]:
    rows, cap = home.left_out(kind) if kind else ([], 0)
    if not rows:
        return []
    named = rows[:_NAMED]
    nodes = home.nodes({row["id"] for row in named})
    names = ", ".join(f"{name_of(nodes, row['id'])} ({row['df']})" for row in named)
    more = ", ..." if len(rows) > _NAMED else ""
    return [
        f"left out {len(rows)} {kind.lower()}{'s' if len(rows) > 1 else ''} in more than {cap} "
        f"papers: {names}{more}; --max-df changes that"
    ]
