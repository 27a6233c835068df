"""Tables: CSV, TSV and other delimited text with a header, from libraries, databases and spreadsheets."""

import ast
import re
from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import Final

from kg.errors import InputError
from kg.fields import split_authors
from kg.readers.columns import places, scheme_fields
from kg.readers.csv_rows import Dialect, header_of, rows
from kg.readers.reference import NOTHING, reference_paper, split_keywords
from kg.readers.registry import Item, ReadLog, reader
from kg.readers.source import InputText
from kg.records import Paper

_TABLE_SUFFIXES: Final = frozenset({".csv", ".tsv", ".tab"})
# Springer's list runs names together ("Ann LeeBo McWu").
_RUN_TOGETHER = re.compile(
    r"(?<=[^\W\d_A-Z])(?<!Mc)(?<!Mac)(?<!De)(?<!Di)(?<!Le)(?<!La)(?=[A-Z][\w.'’-]*\s)"
)
# Scopus until 2022: "Lee A.B., Wu C.".
_FAMILY_INITIALS = re.compile(
    r"[^,;]+?\s(?:[A-Z][\w-]{0,2}\.-?)+(?:,\s[^,;]+?\s(?:[A-Z][\w-]{0,2}\.-?)+)+,?"
)


def sniff(head: str, name: str) -> bool:
    """Whether the first row names a title or an abstract beside other columns (in a file named as a table,
    one such column, or any two columns, will do)."""
    if head.lstrip()[:1] in ("{", "[", "<", "@", "%"):
        return False
    found = header_of(head)
    if found is None:
        return PurePath(name).suffix.lower() in _TABLE_SUFFIXES and _any_header(head) is not None
    _, header = found
    known = places(header, {}, name)
    return len(known) > 1 or PurePath(name).suffix.lower() in _TABLE_SUFFIXES


@reader("csv", sniff, rank=60)
def read(text: InputText, log: ReadLog) -> Iterator[Item]:
    """One paper a row; a row that says nothing of a paper is named and left out."""
    found = header_of(text.head) or _any_header(text.head)
    if found is None:
        raise InputError(f"{text.name}: no row of column names; give a table with a header")
    dialect, _ = found
    table = rows(text.lines(), dialect)
    header: list[str] | None = None
    at: dict[str, list[int]] = {}
    long: list[int] = []
    for line, cells in table:
        where = f"{text.name}:{line}"
        if cells is None:
            log.skip(where, "a quote that is never closed; reading goes on in the next line")
        elif header is None:
            if cells[0].lower().startswith("sep=") and not any(cells[1:]):
                continue
            header = [cell.strip() for cell in cells]
            at = _known_columns(header, text, log)
        else:
            if any(cell.strip() for cell in cells[len(header) :]):
                long.append(line)
                # A delimiter in a text without quotes: what lies beyond belongs to the last column.
                cells = [
                    *cells[: len(header) - 1],
                    dialect.delimiter.join(cells[len(header) - 1 :]),
                ]
            paper = _paper(cells, at, springer="Item Title" in header)
            if paper is None:
                log.skip(where, NOTHING)
            else:
                yield paper, None
    if long:
        count = "1 row has" if len(long) == 1 else f"{len(long)} rows have"
        log.notes.append(
            f"{text.name}: {count} more cells than the header names (first: line {long[0]}); the last"
            " column was given the rest"
        )


def _any_header(head: str) -> tuple[Dialect, list[str]] | None:
    """The dialect and columns of a table none of whose columns is known, by its suffix alone."""
    first = head.removeprefix("\ufeff").lstrip("\n").partition("\n")[0]
    delimiter = max(",;\t|", key=first.count)
    if not first.count(delimiter):
        return None
    return Dialect(delimiter, False), [cell.strip().strip('"') for cell in first.split(delimiter)]


def _known_columns(header: list[str], text: InputText, log: ReadLog) -> dict[str, list[int]]:
    at = places(header, text.columns, text.name)
    if "abstract" not in at:
        shown = ", ".join(header)
        shown = shown if len(shown) <= 300 else f"{shown[:300]} ..."
        log.hint = f"no column holds abstracts; name one with --map abstract=COLUMN, of {shown}"
        if "title" not in at:
            raise InputError(
                f"{text.name}: no column of titles or abstracts among {shown};"
                " name one with --map abstract=COLUMN"
            )
    return at


def _paper(cells: list[str], at: Mapping[str, list[int]], *, springer: bool) -> Paper | None:
    def value(field: str) -> str:
        found = (cells[n] for n in at.get(field, ()) if n < len(cells))
        return next((cell for cell in found if cell.strip()), "")

    fields = {field: value(field) for field in at}
    keywords = fields.get("keywords", "")
    return reference_paper(
        title=fields.get("title", "").strip(),
        abstract=fields.get("abstract", ""),
        authors=_authors(fields.get("authors", ""), springer=springer),
        year=fields.get("year", ""),
        venue=fields.get("venue", "").strip(),
        url=fields.get("url", "").strip(),
        schemes=scheme_fields(fields),
        keywords=split_keywords(_listed(keywords) or [keywords]),
    )


def _authors(text: str, *, springer: bool) -> tuple[str, ...]:
    text = " ".join(text.split())
    if springer and ";" not in text:
        return tuple(_RUN_TOGETHER.split(text)) if text else ()
    if names := _listed(text):
        return tuple(names)
    if _FAMILY_INITIALS.fullmatch(text):
        return tuple(name.strip() for name in text.split(",") if name.strip())
    return split_authors(text)


def _listed(cell: str) -> list[str]:
    """The texts of a list that a program wrote into a cell (`["A", "B"]`, `['A', 'B']`); else none."""
    if not (cell.startswith(('["', "['")) and cell.endswith("]")):
        return []
    try:
        value = ast.literal_eval(cell)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return []
    return [item for item in value if isinstance(item, str) and item.strip()]
