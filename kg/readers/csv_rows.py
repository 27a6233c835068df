"""Delimited text to rows: the delimiter told by content, and a quote that is never closed costs one row."""

import csv
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from kg.readers.columns import COLUMNS, plain_name

_DELIMITERS: Final = ",;\t|"
#: A row holds no more characters: one that does has a quote that is never closed.
LONGEST_ROW: Final = 4_000_000
_KNOWN: Final = frozenset(name for names in COLUMNS.values() for name in names)
_TEXT: Final = frozenset(COLUMNS["title"] + COLUMNS["abstract"])
#: Names of columns are short: a sentence is no header.
_LONGEST_NAME: Final = 80


class Row(NamedTuple):
    """The number of a row's first line, and its cells; `cells` is None where a quote is never closed."""

    line: int
    cells: list[str] | None


class Dialect(NamedTuple):
    """How a table is written: its delimiter, and whether quotes are plain characters."""

    delimiter: str
    quotes_are_text: bool


def header_of(head: str) -> tuple[Dialect, list[str]] | None:
    """The dialect and the column names of a table that begins with `head`; None where it is none.

    The delimiter is the one that gives the most known column names, one of them a title's or abstract's.
    """
    start = head.removeprefix("\ufeff").lstrip("\n")
    lines = start.split("\n")
    if lines and lines[0].lower().startswith("sep=") and len(lines[0].strip()) <= 5:
        # Excel's own first line.
        lines = lines[1:]
    best: tuple[int, int] = (0, 0)
    found = None
    for delimiter in _DELIMITERS:
        row = next(rows(iter(f"{line}\n" for line in lines[:20]), Dialect(delimiter, False)), None)
        cells = (row and row.cells) or []
        names = [plain_name(cell) for cell in cells]
        known = len(_KNOWN & set(names))
        if not _TEXT & set(names) or not all(map(_may_be_name, cells)):
            continue
        if (known, len(cells)) > best:
            best = (known, len(cells))
            # Web of Science's tab-delimited form never quotes.
            wos = delimiter == "\t" and {"pt", "au", "ti"} <= set(names)
            found = Dialect(delimiter, wos), [cell.strip() for cell in cells]
    return found


def _may_be_name(cell: str) -> bool:
    # "Art. No." is one, the end of a sentence is not.
    return len(cell) <= _LONGEST_NAME and not (cell.endswith(".") and cell.count(" ") > 2)


def rows(lines: Iterator[str], dialect: Dialect) -> Iterator[Row]:
    """The rows of a table, empty lines left out.

    A quote that is opened and never closed would swallow the rest: such a row is given without cells, and
    reading goes on in the line after the one in which it began.
    """
    csv.field_size_limit(max(csv.field_size_limit(), LONGEST_ROW + 1))
    feed = _Feed(lines)
    # csv.QUOTE_NONE and csv.QUOTE_MINIMAL
    quoting: Literal[3, 0] = 3 if dialect.quotes_are_text else 0
    while True:
        first = feed.line + 1
        reader = csv.reader(feed.row(), delimiter=dialect.delimiter, quoting=quoting, strict=True)
        try:
            cells = next(reader, None)
        except csv.Error:
            cells = None if feed.back_to_second() else _lenient(feed.first, dialect, quoting)
            yield Row(first, cells)
            continue
        if cells is None:
            return
        if any(cell.strip() for cell in cells):
            yield Row(first, cells)


def _lenient(line: str, dialect: Dialect, quoting: Literal[3, 0]) -> list[str]:
    """The cells of a line with a stray quote."""
    try:
        return next(csv.reader([line], delimiter=dialect.delimiter, quoting=quoting), [])
    except csv.Error:
        return line.rstrip("\n").split(dialect.delimiter)


class _Feed:
    """Lines, of which those of one row can be given back."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines
        self._again: list[str] = []
        self._taken: list[str] = []
        self.line = 0

    @property
    def first(self) -> str:
        """The first line of the row."""
        return self._taken[0]

    def row(self) -> Iterator[str]:
        """The lines of the next row, as many as the parser asks for, up to the longest that a row may be."""
        self._taken = []
        size = 0
        while size <= LONGEST_ROW:
            line = self._again.pop() if self._again else next(self._lines, None)
            if line is None:
                return
            self.line += 1
            size += len(line)
            self._taken.append(line)
            yield line

    def back_to_second(self) -> bool:
        """Lets reading go on in the row's second line; False where it has none."""
        more = self._taken[1:]
        self._again.extend(reversed(more))
        self.line -= len(more)
        return bool(more)
