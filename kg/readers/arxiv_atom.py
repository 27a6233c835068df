"""The arXiv API's Atom feed: an entry a paper."""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from kg.errors import RecordError
from kg.readers.reference import reference_paper
from kg.readers.registry import Item, ReadLog, reader
from kg.readers.source import InputText
from kg.readers.xml_family import read_elements, with_id
from kg.readers.xml_stream import child, children, line_of, text_of
from kg.records import Paper

_ROOT = re.compile(r"<(?:\w+:)?feed\b[^>]{0,2000}http://www\.w3\.org/2005/Atom")


def sniff(head: str, name: str) -> bool:
    """Whether it is an Atom feed."""
    return head.lstrip("\ufeff \t\r\n").startswith("<") and bool(_ROOT.search(head))


@reader("arxiv-atom", sniff, rank=40)
def read(text: InputText, log: ReadLog) -> Iterator[Item]:
    """One paper an entry. A feed without entries is a success that found nothing, and gives none."""
    yield from read_elements(text, log, frozenset({"entry"}), _paper)


def _paper(entry: Element) -> Paper | None:
    own = text_of(child(entry, "id"))
    title = line_of(child(entry, "title"))
    abstract = text_of(child(entry, "summary"))
    if "/api/errors" in own:
        raise RecordError(f"the interface answered with an error: {' '.join(abstract.split())}")
    found = reference_paper(
        title=title,
        abstract=abstract,
        authors=[line_of(child(a, "name")) for a in children(entry, "author")],
        year=text_of(child(entry, "published")),
        venue=line_of(child(entry, "journal_ref")),
        url=own,
        schemes={"doi": text_of(child(entry, "doi")), "arxiv": own if "arxiv.org" in own else ""},
    )
    return with_id(found, own)
