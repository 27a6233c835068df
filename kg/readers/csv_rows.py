"""Delimited text to rows: the delimiter told by content, and a quote that is never closed costs one row."""

import csv
from collections.abc import Iterator
from typing import Final, NamedTuple

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
        if not _TEXT & set(names) or any(len(cell) > _LONGEST_NAME for cell in cells):
            continue
        if (known, len(cells)) > best:
            best = (known, len(cells))
            # Web of Science's tab-delimited form never quotes.
            wos = delimiter == "\t" and {"pt", "au", "ti"} <= set(names)
            found = Dialect(delimiter, wos), [cell.strip() for cell in cells]
    return found


def rows(lines: Iterator[str], dialect: Dialect) -> Iterator[Row]:
    """The rows of a table, empty lines left out.

    A quote that is opened and never closed would swallow the rest: such a row is given without cells, and
    reading goes on in the line after the one in which it began.
    """
    csv.field_size_limit(max(csv.field_size_limit(), LONGEST_ROW + 1))
    feed = _Feed(lines)
    while True:
        first = feed.line + 1
        reader = csv.reader(
            feed.row(),
            delimiter=dialect.delimiter,
            quoting=csv.QUOTE_NONE if dialect.quotes_are_text else csv.QUOTE_MINIMAL,
        )
        cells = next(reader, None)
        if cells is None:
            return
        if feed.swallows():
            feed.back_to_second()
            yield Row(first, None)
        elif any(cell.strip() for cell in cells):
            yield Row(first, cells)


class _Feed:
    """Lines, of which those of one row can be given back."""

    def __init__(self, lines: Iterator[str]) -> None:
        self._lines = lines
        self._again: list[str] = []
        self._taken: list[str] = []
        self._cut = False
        self.line = 0

    def row(self) -> Iterator[str]:
        """The lines of the next row, as many as the parser asks for."""
        self._taken, self._cut = [], False
        size = 0
        while size <= LONGEST_ROW:
            line = self._again.pop() if self._again else next(self._lines, None)
            if line is None:
                self._cut = True
                return
            self.line += 1
            size += len(line)
            self._taken.append(line)
            yield line
        self._cut = True

    def swallows(self) -> bool:
        """Whether the row ran over several lines into the end because a quote was not closed."""
        return (
            self._cut and len(self._taken) > 1 and sum(t.count('"') for t in self._taken) % 2 == 1
        )

    def back_to_second(self) -> None:
        """Lets reading go on in the row's second line."""
        self._again.extend(reversed(self._taken[1:]))
        self.line -= len(self._taken) - 1
