"""Raw rows as users see them: flat, with names and titles, their keys the same whatever the answer."""

from collections.abc import Callable, Iterable, Mapping
from math import sqrt
from typing import Any

from kg.schema import PAPER
from queries.base.registry import Question, RawRow

Nodes = Mapping[str, Mapping[str, Any]]

JOIN = "; "
_MOST_NAMES = 10  # of a list in a cell; `count` has the full number


def name_of(nodes: Nodes, node: str) -> str:
    """An entity's name or a paper's title."""
    data = nodes[node]
    return str(data["title"] if data["label"] == PAPER.name else data["name"])


def _entity(nodes: Nodes, key: str, value: Any) -> dict[str, Any]:
    return {key: value, "name": name_of(nodes, value), "type": nodes[value]["label"]}


def _paper(nodes: Nodes, key: str, value: Any) -> dict[str, Any]:
    data = nodes[value]
    return {
        key: value,
        "title": data["title"],
        "year": data.get("year"),
        "venue": data.get("venue") or None,
    }


def _titled(title: str) -> Callable[[Nodes, str, Any], dict[str, Any]]:
    return lambda nodes, key, value: {key: value, title: name_of(nodes, value)}


def _shared(nodes: Nodes, key: str, value: Any) -> dict[str, Any]:
    """Names of (entity, df), the rarest first."""
    return _names(nodes, key, [entity for entity, _ in sorted(value, key=lambda v: (v[1], v[0]))])


def _neighbours(nodes: Nodes, key: str, value: Any) -> dict[str, Any]:
    """Names of (task, shared, size, related), the closest first."""

    def order(item: Any) -> tuple[float, float, str]:
        task, shared, size, related = item
        return (-related, -shared / sqrt(size), task)

    return _names(nodes, key, [item[0] for item in sorted(value, key=order)])


def _names(nodes: Nodes, key: str, listed: list[str]) -> dict[str, Any]:
    names = [name_of(nodes, node) for node in listed]
    more = [f"{len(names) - _MOST_NAMES} more"] if len(names) > _MOST_NAMES else []
    return {key: JOIN.join(names[:_MOST_NAMES] + more), "count": len(names)}


def _hidden(nodes: Nodes, key: str, value: Any) -> dict[str, Any]:
    return {}


def _roles(nodes: Nodes, key: str, value: Any) -> dict[str, Any]:
    return {key: JOIN.join(role.lower() for role in value)}


# One rule a field of raw rows; a field without a rule is shown as it is.
_RULES: dict[str, Callable[[Nodes, str, Any], dict[str, Any]]] = {
    "id": _entity,
    "paper": _paper,
    "paper_a": _titled("title_a"),
    "paper_b": _titled("title_b"),
    "proposed_by": _titled("proposed_title"),
    "from": _titled("from_name"),
    "to": _titled("to_name"),
    "shared": _shared,
    "neighbours": _neighbours,
    "roles": _roles,
    "n": _hidden,
    "own": _hidden,
}

# The columns that the rules make of a field; any other field is a column of its own name.
_COLUMNS: dict[str, tuple[str, ...]] = {
    "id": ("id", "name", "type"),
    "paper": ("paper", "title", "year", "venue"),
    "paper_a": ("paper_a", "title_a"),
    "paper_b": ("paper_b", "title_b"),
    "proposed_by": ("proposed_by", "proposed_title"),
    "from": ("from", "from_name"),
    "to": ("to", "to_name"),
    "shared": ("shared", "count"),
    "neighbours": ("neighbours", "count"),
}

# The columns of an edge behind a row.
_EVIDENCE = ("head", "edge", "tail", "paper", "sentence", "start", "end", "confidence")

# The fields of raw rows and the parameters that hold an id, and those that hold a list of ids or of lists that
# begin with one.
_SINGLE = {
    *("id", "paper", "paper_a", "paper_b", "proposed_by", "from", "to"),
    *("task", "method", "dataset", "entity", "a", "b"),
}
_LISTED = {"shared", "neighbours", "entity"}


def mentioned(rows: Iterable[Mapping[str, Any]]) -> set[str]:
    """The ids of all nodes that raw rows, or a question's parameters, speak of."""
    found: set[str] = set()
    for row in rows:
        for key, value in row.items():
            if isinstance(value, str) and key in _SINGLE:
                found.add(value)
            elif isinstance(value, list | tuple) and key in _LISTED:
                found.update(item if isinstance(item, str) else item[0] for item in value)
    return found


def columns(question: Question, *, evidence: bool) -> list[str]:
    """The keys of an answer's rows in their order, with those of `evidence` if it was asked for."""
    shown = [column for field in question.fields for column in _COLUMNS.get(field, (field,))]
    score = [] if question.score is None else ["score"]
    edge = _EVIDENCE if evidence or question.always_evidence else ()
    return list(dict.fromkeys([*shown, *score, *edge]))


def presented(rows: Iterable[RawRow], nodes: Nodes) -> list[dict[str, Any]]:
    """Each row flat, with the names of the nodes that it speaks of."""
    return [
        {
            new: shown
            for key, value in row.items()
            for new, shown in (
                _RULES[key](nodes, key, value) if key in _RULES else {key: value}
            ).items()
        }
        for row in rows
    ]
