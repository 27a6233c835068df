"""A plain table, fitted to the terminal; whole in a file or a pipe.

Where a terminal is too narrow for the columns, each row is a block of lines instead.
"""

from collections.abc import Iterable, Sequence
from textwrap import wrap
from typing import TextIO

from kg.output.cells import as_text, cut, pad, width_of
from kg.output.registry import Row, row_format

_GAP = "  "
_NARROWEST = 6  # cells, of a column that is cut
_READABLE = 9  # cells; below this a cut column says nothing


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
    if any(got < min(want, _READABLE) for got, want in zip(widths, wanted, strict=True)):
        _write_blocks(cells, columns, stream, width or 0)
        return
    numeric = [_is_numeric(rows, column) for column in columns]
    for line in [list(columns), ["-" * w for w in widths], *cells]:
        padded = [
            pad(cut(text, w), w, right=right)
            for text, w, right in zip(line, widths, numeric, strict=True)
        ]
        stream.write(_GAP.join(padded).rstrip() + "\n")


def _write_blocks(
    cells: Sequence[Sequence[str]], columns: Sequence[str], stream: TextIO, width: int
) -> None:
    """Each row as lines of `column  value`, a blank line between rows; long values are wrapped."""
    margin = max(map(width_of, columns))
    for n, line in enumerate(cells):
        stream.write("\n" if n else "")
        for column, text in zip(columns, line, strict=True):
            if text:
                indent = " " * (margin + len(_GAP))
                wrapped = wrap(
                    text,
                    max(width, len(indent) + 20),
                    subsequent_indent=indent,
                    initial_indent=indent,
                )
                stream.write(pad(column, len(indent)) + "\n".join(wrapped).lstrip() + "\n")


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
