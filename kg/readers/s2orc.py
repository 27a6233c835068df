"""S2ORC metadata lines: Semantic Scholar's open corpus, releases of 2019 and 2020."""

from collections.abc import Iterator, Mapping
from typing import Any

from kg.fields import text_field
from kg.readers.abstracts import joined_sections
from kg.readers.json_family import keys_of, list_at, read_records, text_at, texts_at, with_id
from kg.readers.reference import reference_paper
from kg.readers.registry import Item, ReadLog, reader
from kg.readers.source import InputText
from kg.records import Paper


def sniff(head: str, name: str) -> bool:
    """Whether the first record has a `paper_id` and other keys of S2ORC."""
    keys = keys_of(head)
    return "paper_id" in keys and bool(
        keys & {"s2_url", "has_pdf_parse", "mag_field_of_study", "outbound_citations", "body_text"}
    )


@reader("s2orc", sniff, rank=40)
def read(text: InputText, log: ReadLog) -> Iterator[Item]:
    """One paper a line; fields may be null."""
    yield from read_records(text, log, _paper)


def _paper(record: Mapping[str, Any], where: str) -> Paper | None:
    own = text_field(record, "paper_id", where)
    paragraphs = record.get("abstract")
    if isinstance(paragraphs, list):
        # Full-text parses hold the abstract in paragraphs.
        abstract = joined_sections(("", text_at(p, "text")) for p in paragraphs)
    else:
        abstract = text_field(record, "abstract", where)
    found = reference_paper(
        title=text_field(record, "title", where),
        abstract=abstract,
        authors=[name for a in list_at(record, "authors") if (name := _name(a))],
        year=text_at(record, "year"),
        venue=text_at(record, "venue") or text_at(record, "journal"),
        url=text_at(record, "s2_url"),
        schemes={
            "doi": text_at(record, "doi"),
            "arxiv": text_at(record, "arxiv_id"),
            "pmid": text_at(record, "pubmed_id"),
            "acl": text_at(record, "acl_id"),
            "s2": own,
        },
    )
    return with_id(found, own)


def _name(author: Any) -> str:
    parts = [text_at(author, "first"), *texts_at(author, "middle"), text_at(author, "last")]
    return " ".join(part.strip() for part in parts if part.strip())
