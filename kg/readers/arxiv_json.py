"""The arXiv metadata snapshot: JSON Lines, one paper a line, 2.5 million of them."""

from collections.abc import Iterator, Mapping
from typing import Any

from kg.fields import split_authors, text_field
from kg.readers.json_family import keys_of, list_at, read_records, text_at, with_id
from kg.readers.reference import reference_paper
from kg.readers.registry import Item, ReadLog, reader
from kg.readers.source import InputText
from kg.records import Paper


def sniff(head: str, name: str) -> bool:
    """Whether the first record has keys of the snapshot."""
    keys = keys_of(head)
    return {"id", "abstract"} <= keys and len(
        keys
        & {"authors_parsed", "journal-ref", "report-no", "submitter", "update_date", "categories"}
    ) > 1


@reader("arxiv-json", sniff, rank=40)
def read(text: InputText, log: ReadLog) -> Iterator[Item]:
    """One paper a line."""
    yield from read_records(text, log, _paper)


def _paper(record: Mapping[str, Any], where: str) -> Paper | None:
    own = text_field(record, "id", where).strip()
    found = reference_paper(
        title=" ".join(text_field(record, "title", where).split()),
        abstract=text_field(record, "abstract", where),
        authors=_authors(record),
        year=_year(record),
        venue=text_at(record, "journal-ref"),
        url=f"https://arxiv.org/abs/{own}" if own else "",
        schemes={"doi": text_at(record, "doi"), "arxiv": own},
    )
    return with_id(found, own)


def _authors(record: Mapping[str, Any]) -> tuple[str, ...]:
    parsed = [
        f"{text_at(name, 1)} {text_at(name, 0)} {text_at(name, 2)}".split()
        for name in list_at(record, "authors_parsed")
    ]
    names = tuple(" ".join(words) for words in parsed if words)
    return names or split_authors(" ".join(text_at(record, "authors").split()))


def _year(record: Mapping[str, Any]) -> str:
    """The year of the first version: "Sat, 31 Mar 2007 02:26:18 GMT"."""
    return text_at(record, "versions", 0, "created") or text_at(record, "update_date")
