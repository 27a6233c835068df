"""A plain table, fitted to the terminal; whole in a file or a pipe.

Where a terminal is too narrow for the columns, their names break at underscores; where even that is too wide,
each row is a block of lines instead.
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
    needed = [max(map(width_of, column)) for column in zip(*cells, strict=True)]
    heads, wanted = _heads(columns, needed, None if width is None else _room(columns, width))
    widths = wanted if width is None else fit(wanted, _room(columns, width))
    if any(got < min(want, _READABLE) for got, want in zip(widths, wanted, strict=True)):
        _write_blocks(cells, columns, stream, width or 0)
        return
    numeric = [_is_numeric(rows, column) for column in columns]
    for line in [*_stacked(heads), ["-" * w for w in widths], *cells]:
        padded = [
            pad(cut(text, w), w, right=right)
            for text, w, right in zip(line, widths, numeric, strict=True)
        ]
        stream.write(_GAP.join(padded).rstrip() + "\n")


def _room(columns: Sequence[str], width: int) -> int:
    """The cells of a terminal less the gaps between columns."""
    return width - len(_GAP) * (len(columns) - 1)


def _heads(
    columns: Sequence[str], needed: Sequence[int], room: int | None
) -> tuple[list[list[str]], list[int]]:
    """The lines of each column's name, one where there is room, and how wide each column is uncut."""
    wanted = [max(width_of(column), n) for column, n in zip(columns, needed, strict=True)]
    if room is None or sum(wanted) <= room:
        return [[column] for column in columns], wanted
    parts = [column.split("_") for column in columns]
    wanted = [max(n, *map(width_of, p)) for n, p in zip(needed, parts, strict=True)]
    fitting = zip(columns, parts, fit(wanted, room), strict=True)
    return [[c] if width_of(c) <= got else p for c, p, got in fitting], wanted


def _stacked(heads: Sequence[Sequence[str]]) -> list[list[str]]:
    """The lines above the rule; a name of fewer parts than others stands lower."""
    height = max(map(len, heads), default=0)
    return [
        [head[n - height] if n >= height - len(head) else "" for head in heads]
        for n in range(height)
    ]


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
