"""One row a paper: the table that a survey begins with."""

import io
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

from kg.errors import MissingPartError
from kg.output.atomic import opened
from kg.records import Edge, EntityNode, PaperNode
from kg.schema import ENTITY_TYPES, edge_type

#: The keys of a row, in order.
COLUMNS: Final = (
    "title", "year", "venue", "tasks", "proposed", "used", "compared with", "datasets", "url"
)  # fmt: skip

_TASK, _METHOD, _DATASET = ENTITY_TYPES

# Column -> the edges from the paper, and the types, whose entities it lists; bare mentions are left out.
_LISTS: Final[Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]]] = {
    "tasks": (("proposes", "addresses", "uses"), (_TASK,)),
    "proposed": (("proposes",), (_TASK, _METHOD, _DATASET)),
    "used": (("uses",), (_METHOD,)),
    "compared with": (("compares_with",), (_METHOD, _DATASET)),
    "datasets": (("evaluates_on", "uses", "proposes"), (_DATASET,)),
}

# The longest text that a cell of a workbook holds.
_CELL: Final = 32_767


class _Source(Protocol):
    def papers(self) -> Iterable[PaperNode]: ...

    def entities(self) -> Iterable[EntityNode]: ...

    def edges(self) -> Iterable[Edge]: ...


def table_rows(store: _Source) -> list[dict[str, Any]]:
    """A row a paper in id order, with the keys of `COLUMNS`.

    Lists hold entity names joined by "; ", the most confident first; `year` is a number or None.
    """
    entities = {e.id: e for e in store.entities()}
    edges: defaultdict[str, list[Edge]] = defaultdict(list)
    for edge in store.edges():
        if edge.head == edge.paper:
            edges[edge.paper].append(edge)
    return [_row(paper, edges[paper.id], entities) for paper in store.papers()]


def write_xlsx(rows: Sequence[Mapping[str, Any]], path: Path) -> None:
    """Writes rows of `COLUMNS` as a workbook of one sheet, whole or not at all.

    Texts stay texts, also where they look like formulas. Raises MissingPartError without openpyxl, InputError
    where `path` cannot be written.
    """
    try:
        from openpyxl import Workbook
        from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
    except ImportError as error:
        raise MissingPartError(
            "writing xlsx needs openpyxl; install it with: pip install 'paper-kg[xlsx]'"
        ) from error
    book = Workbook()
    sheet: Any = book.active
    sheet.title = "papers"
    sheet.append(list(COLUMNS))
    sheet.freeze_panes = "A2"
    for number, row in enumerate(rows, 2):
        for place, column in enumerate(COLUMNS, 1):
            value = row[column]
            cell = sheet.cell(number, place)
            if not isinstance(value, str):
                cell.value = value
            elif value:
                cell.value = ILLEGAL_CHARACTERS_RE.sub("", value)[:_CELL]
                # A value that begins with "=" was taken for a formula, "#N/A" for an error.
                cell.data_type = "s"
    whole = io.BytesIO()
    book.save(whole)
    with opened(path) as stream:
        stream.buffer.write(whole.getvalue())


def _row(
    paper: PaperNode, edges: Sequence[Edge], entities: Mapping[str, EntityNode]
) -> dict[str, Any]:
    best = sorted(edges, key=lambda e: (-e.confidence, e.tail))
    row: dict[str, Any] = {"title": paper.title, "year": paper.year, "venue": paper.venue}
    for column, (roles, types) in _LISTS.items():
        kinds = {edge_type(role) for role in roles}
        found = [entities[e.tail] for e in best if e.type in kinds]
        row[column] = "; ".join(dict.fromkeys(e.name for e in found if e.type in types))
    row["url"] = paper.url
    return row
