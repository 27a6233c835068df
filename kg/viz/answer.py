"""The rows of a named question as nodes to draw and lines of text to list."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kg.schema import ROLES

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
# What an answer is not told by: the edge behind it, the numbers above, and how they fall into roles.
_UNTOLD = {
    *("head", "edge", "tail", "paper", "sentence", "start", "end", "confidence"),
    *(key for key, _, _ in _NUMBERS),
    *ROLES,
}


@dataclass(frozen=True, slots=True)
class Item:
    """One answer as text, the ids of its nodes, how many papers are behind it and of how many a claim is drawn."""

    text: str
    nodes: list[str]
    papers: int
    drawn: int

    @property
    def cut(self) -> bool:
        """Whether it rests on more papers than are drawn."""
        return self.drawn < self.papers


def nodes_of(rows: Iterable[Row]) -> list[str]:
    """The ids of all nodes that the rows speak of: those they are about, then the ends of the edges behind."""
    rows = list(rows)
    return list(
        dict.fromkeys(node for ends in (False, True) for r in rows for node in _nodes(r, ends))
    )


def items(rows: Sequence[Row], drawn: Collection[str]) -> list[Item]:
    """Each answer once, its nodes those that are `drawn`; rows that repeat one for its evidence are joined."""
    found: dict[str, list[Row]] = {}
    for row in rows:
        found.setdefault(_text(row), []).append(row)
    return [_item(text, same, drawn) for text, same in found.items()]


def _item(text: str, rows: list[Row], drawn: Collection[str]) -> Item:
    nodes = dict.fromkeys(n for row in rows for ends in (False, True) for n in _nodes(row, ends))
    papers = {
        row.get("paper") for row in rows if row.get("head") in drawn and row.get("tail") in drawn
    }
    # Without evidence a row names no paper that could be drawn.
    behind = rows[0].get("papers") if {"head", "paper"} <= rows[0].keys() else None
    total = behind if isinstance(behind, int) else len(papers)
    return Item(text, [n for n in nodes if n in drawn], total, len(papers))


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
    return [str(v) for k, v in row.items() if k not in _UNTOLD and isinstance(v, str | int)]
