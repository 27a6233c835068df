"""The rows of a named question as nodes to draw and lines of text to list."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Row = Mapping[str, Any]

#: Fields of a row that hold node ids: what the row is about, then the edge behind it.
_ABOUT = ("id", "paper_a", "paper_b", "from", "to", "proposed_by")
_EDGE = ("head", "tail")
_NAMES = ("name", "title_a", "title_b", "from_name", "to_name", "proposed_title")
_NUMBERS = (
    ("papers", "paper", "papers"),
    ("count", "shared", "shared"),
    ("length", "step", "steps"),
)


def nodes_of(rows: Iterable[Row]) -> list[str]:
    """The ids of all nodes that the rows speak of: those they are about, then the ends of the edges behind."""
    rows = list(rows)
    return list(
        dict.fromkeys(node for ends in (False, True) for r in rows for node in _nodes(r, ends))
    )


def items(rows: Sequence[Row]) -> list[tuple[str, list[str]]]:
    """Each answer once, as text with the ids of its nodes; rows that repeat one for its evidence are joined."""
    found: dict[str, dict[str, None]] = {}
    for row in rows:
        found.setdefault(_text(row), {}).update(
            dict.fromkeys([*_nodes(row, False), *_nodes(row, True)])
        )
    return [(text, list(nodes)) for text, nodes in found.items()]


def _nodes(row: Row, ends: bool) -> list[str]:
    # In a row about a paper, `paper` is that one; else it only states the edge.
    about = ("paper", *_ABOUT) if "title" in row else _ABOUT
    return [str(row[key]) for key in (_EDGE if ends else about) if row.get(key)]


def _text(row: Row) -> str:
    names = [str(row[key]) for key in _NAMES if row.get(key)]
    if row.get("title"):
        names.append(str(row["title"]))
    numbers = [
        f"{row[key]} {one if row[key] == 1 else many}"
        for key, one, many in _NUMBERS
        if row.get(key)
    ]
    if "path" in row:
        names.insert(0, f"path {row['path']}.{row['step']}")
    if row.get("year") and "title" in row:
        numbers.append(str(row["year"]))
    return " · ".join([" — ".join(names) or " · ".join(_plain(row)), *numbers])


def _plain(row: Row) -> list[str]:
    """For rows of a kind that is not known here: their short texts and numbers."""
    evidence = {"head", "edge", "tail", "paper", "sentence", "start", "end", "confidence"}
    return [str(v) for k, v in row.items() if k not in evidence and isinstance(v, str | int)]
