"""A plain table, fitted to the terminal; whole in a file or a pipe."""

from collections.abc import Iterable, Sequence
from typing import TextIO

from kg.output.cells import as_text, cut, pad, width_of
from kg.output.registry import Row, row_format

_GAP = "  "
_NARROWEST = 6  # cells; below this a cut cell says nothing


@row_format("table")
def write(rows: Iterable[Row], columns: Sequence[str], stream: TextIO, width: int | None) -> None:
    rows = list(rows)
    if not rows:
        return
    cells = [[as_text(row[column]) for column in columns] for row in rows]
    wanted = [
        max(width_of(column), *(width_of(line[i]) for line in cells))
        for i, column in enumerate(columns)
    ]
    widths = wanted if width is None else fit(wanted, width - len(_GAP) * (len(columns) - 1))
    numeric = [_is_numeric(rows, column) for column in columns]
    for line in [list(columns), ["-" * w for w in widths], *cells]:
        padded = [
            pad(cut(text, w), w, right=right)
            for text, w, right in zip(line, widths, numeric, strict=True)
        ]
        stream.write(_GAP.join(padded).rstrip() + "\n")


def fit(wanted: Sequence[int], room: int) -> list[int]:
    """Widths that sum to at most `room` where possible: the widest columns give way first."""
    widths = list(wanted)
    while sum(widths) > room:
        widest = max(range(len(widths)), key=lambda i: widths[i])
        second = max((w for i, w in enumerate(widths) if i != widest), default=0)
        target = max(
            _NARROWEST, min(second, widths[widest] - 1), widths[widest] - (sum(widths) - room)
        )
        if target >= widths[widest]:
            break
        widths[widest] = target
    return widths


def _is_numeric(rows: Sequence[Row], column: str) -> bool:
    values = [row[column] for row in rows if row[column] is not None]
    return bool(values) and all(
        isinstance(v, int | float) and not isinstance(v, bool) for v in values
    )
