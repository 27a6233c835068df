"""EndNote's XML export: a record a paper, texts in pieces of style."""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from kg.readers.reference import reference_paper
from kg.readers.registry import Item, ReadLog, reader
from kg.readers.source import InputText
from kg.readers.xml_family import read_elements
from kg.readers.xml_stream import child, children, line_of, text_of
from kg.records import Paper

_ROOT = re.compile(r"<xml\b[^>]*>\s*<records\b|<records\b[^>]*>\s*<record\b")
_VENUES = (
    ("titles", "secondary-title"),
    ("periodical", "full-title"),
    ("periodical", "abbr-1"),
    ("alt-periodical", "full-title"),
    ("publisher",),
)


def sniff(head: str, name: str) -> bool:
    """Whether it is a list of records inside `xml` or `records`."""
    return head.lstrip("\ufeff \t\r\n").startswith("<") and bool(_ROOT.search(head))


@reader("endnote-xml", sniff, rank=40)
def read(text: InputText, log: ReadLog) -> Iterator[Item]:
    """One paper a record."""
    yield from read_elements(text, log, frozenset({"record"}), _paper)


def _paper(record: Element) -> Paper | None:
    urls = children(record, "urls", "related-urls", "url") or children(
        record, "urls", "web-urls", "url"
    )
    number = line_of(child(record, "accession-num"))
    return reference_paper(
        title=line_of(child(record, "titles", "title")),
        abstract=text_of(child(record, "abstract")),
        authors=[line_of(a) for a in children(record, "contributors", "authors", "author")],
        year=text_of(child(record, "dates", "year")),
        venue=next(filter(None, (line_of(child(record, *path)) for path in _VENUES)), ""),
        url=next(filter(None, map(text_of, urls)), ""),
        schemes={
            "doi": text_of(child(record, "electronic-resource-num")),
            # Accession numbers are the source's own: PubMed's are digits, Web of Science's say so.
            "wos": number if number.upper().startswith(("WOS:", "ISI:")) else "",
            "pmid": number if number.isdecimal() and _is_pubmed(record) else "",
        },
        keywords=[line_of(k) for k in children(record, "keywords", "keyword")],
    )


def _is_pubmed(record: Element) -> bool:
    source = line_of(child(record, "remote-database-name")).casefold()
    return "pubmed" in source or "medline" in source or "nlm" in source
