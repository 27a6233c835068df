"""OAI-PMH answers: records in arXiv's own two forms, and in Dublin Core from any repository."""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from kg.errors import RecordError
from kg.fields import split_authors
from kg.readers.reference import reference_paper
from kg.readers.registry import Item, ReadLog, reader
from kg.readers.source import InputText
from kg.readers.xml_family import read_elements, with_id
from kg.readers.xml_stream import child, children, line_of, local, marked_text, text_of
from kg.records import Paper

_ROOT = re.compile(r"<(?:\w+:)?OAI-PMH\b|<(?:\w+:)?ListRecords\b")


def sniff(head: str, name: str) -> bool:
    """Whether it is an answer of OAI-PMH."""
    return head.lstrip("\ufeff \t\r\n").startswith("<") and bool(_ROOT.search(head))


@reader("oai-pmh", sniff, rank=40)
def read(text: InputText, log: ReadLog) -> Iterator[Item]:
    """One paper a record; deleted records and the interface's errors are named and left out."""
    yield from read_elements(text, log, frozenset({"record", "error"}), _paper)


def _paper(record: Element) -> Paper | None:
    if local(record) == "error":
        why = line_of(record) or record.get("code", "")
        raise RecordError(f"the interface answered with an error: {why}")
    header = child(record, "header")
    if header is not None and header.get("status") == "deleted":
        raise RecordError("a record that was deleted")
    inner = next(iter(child(record, "metadata") or ()), None)
    if inner is None:
        return None
    own = text_of(child(header, "identifier"))
    found = _dublin_core(inner, own) if local(inner) == "dc" else _arxiv(inner)
    return with_id(found, own)


def _arxiv(inner: Element) -> Paper | None:
    """A record of the forms arXiv and arXivRaw."""
    own = text_of(child(inner, "id"))
    named = [
        " ".join(line_of(child(a, part)) for part in ("forenames", "keyname", "suffix")).strip()
        for a in children(inner, "authors", "author")
    ]
    created = child(inner, "created")
    if created is None:
        created = child(inner, "version", "date")
    return reference_paper(
        title=line_of(child(inner, "title")),
        abstract=marked_text(child(inner, "abstract")),
        authors=named or split_authors(line_of(child(inner, "authors"))),
        year=text_of(created),
        venue=line_of(child(inner, "journal-ref")),
        url=f"https://arxiv.org/abs/{own}" if own else "",
        schemes={"doi": text_of(child(inner, "doi")), "arxiv": own},
    )


def _dublin_core(inner: Element, own: str) -> Paper | None:
    identifiers = [text_of(e) for e in children(inner, "identifier")]
    urls = [i for i in identifiers if i.startswith("http")]
    dois = [i for i in identifiers if i.lower().startswith("doi:") or "doi.org/" in i]
    # Longest: repositories put comments into further descriptions.
    abstracts = [marked_text(e) for e in children(inner, "description")]
    return reference_paper(
        title=line_of(child(inner, "title")),
        abstract=max(abstracts, key=len, default=""),
        authors=[line_of(e) for e in children(inner, "creator")],
        year=next((text_of(e) for e in children(inner, "date")), ""),
        venue=line_of(child(inner, "source")) or line_of(child(inner, "publisher")),
        url=next(iter(urls), ""),
        schemes={
            "doi": next(iter(dois), ""),
            "arxiv": own.removeprefix("oai:arXiv.org:") if own.startswith("oai:arXiv.org:") else "",
        },
        keywords=[line_of(e) for e in children(inner, "subject")],
    )
