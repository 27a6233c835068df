"""Crossref works: lists and single answers of its API, and dumps; abstracts are JATS, titles lists."""

from collections.abc import Iterator, Mapping
from typing import Any

from kg.fields import text_field
from kg.readers.json_family import at, keys_of, list_at, read_records, text_at, with_id
from kg.readers.reference import reference_paper
from kg.readers.registry import Item, ReadLog, reader
from kg.readers.source import InputText
from kg.records import Paper

_DATES = ("issued", "published", "published-print", "published-online", "created")


def sniff(head: str, name: str) -> bool:
    """Whether the first record has a DOI and other keys of Crossref."""
    keys = keys_of(head)
    return "DOI" in keys and bool(
        keys
        & {"container-title", "is-referenced-by-count", "reference-count", "issued", "deposited"}
    )


@reader("crossref", sniff, rank=40)
def read(text: InputText, log: ReadLog) -> Iterator[Item]:
    """One paper a work; its abstract keeps the JATS markup, which `kg.text.clean` drops."""
    yield from read_records(text, log, _paper)


def _paper(work: Mapping[str, Any], where: str) -> Paper | None:
    # A single answer's own wrapper is gone; a list item is the work itself.
    title = text_at(work, "title", 0) or text_at(work, "title")
    subtitle = text_at(work, "subtitle", 0)
    if subtitle and subtitle.casefold() not in title.casefold():
        title = f"{title}: {subtitle}" if title else subtitle
    doi = text_at(work, "DOI")
    found = reference_paper(
        title=title,
        abstract=text_field(work, "abstract", where),
        authors=[name for a in list_at(work, "author") if (name := _name(a))],
        year=next(filter(None, (_year(work, date) for date in _DATES)), ""),
        venue=text_at(work, "container-title", 0)
        or text_at(work, "container-title")
        or text_at(work, "event", "name"),
        url=text_at(work, "URL") or text_at(work, "resource", "primary", "URL"),
        schemes={"doi": doi},
        keywords=[s for s in list_at(work, "subject") if isinstance(s, str)],
    )
    return with_id(found, doi)


def _name(author: Any) -> str:
    given, family = text_at(author, "given").strip(), text_at(author, "family").strip()
    return f"{given} {family}".strip() or text_at(author, "name").strip()


def _year(work: Mapping[str, Any], date: str) -> str:
    year = at(work, date, "date-parts", 0, 0)
    return str(year) if isinstance(year, int | str) else ""
