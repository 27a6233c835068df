"""The ACL Anthology's XML: volumes of papers, titles with case marks and TeX."""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from kg.errors import RecordError
from kg.readers.reference import NOTHING, reference_paper
from kg.readers.registry import Item, ReadLog, reader
from kg.readers.source import InputText
from kg.readers.xml_family import with_id
from kg.readers.xml_stream import child, children, elements, line_of, local, marked_text, text_of
from kg.records import Paper

_ROOT = re.compile(r"<collection\b[^>]*\bid=|<volume\b[^>]*\bid=[^>]*>\s*<(?:meta|paper)\b")


def sniff(head: str, name: str) -> bool:
    """Whether it is a collection of volumes."""
    return head.lstrip("\ufeff \t\r\n").startswith("<") and bool(_ROOT.search(head))


@reader("acl-xml", sniff, rank=40)
def read(text: InputText, log: ReadLog) -> Iterator[Item]:
    """One paper a paper of a volume; a volume's title and year are venue and year of its papers."""
    found = re.search(r"<collection\b[^>]*\bid=[\"']([^\"']+)", text.head)
    collection = found[1] if found else ""
    meta: Element | None = None
    names = frozenset({"paper", "meta"})
    number = 0
    try:
        for element in elements(text.data(), names, text.name, text.named_encoding):
            if local(element) == "meta":
                meta = element
                continue
            number += 1
            paper = _paper(element, meta, collection)
            if paper is None:
                log.skip(f"{text.name}: record {number}", NOTHING)
            else:
                yield paper, None
    except RecordError as error:
        after = f"{text.name}: after record {number}" if number else text.name
        log.stop(after, error)


def _paper(element: Element, meta: Element | None, collection: str) -> Paper | None:
    url = text_of(child(element, "url"))
    own = url.rpartition("/")[2].removesuffix(".pdf")
    found = reference_paper(
        title=" ".join(marked_text(child(element, "title")).split()),
        abstract=marked_text(child(element, "abstract")),
        authors=[_name(a) for a in children(element, "author")],
        year=text_of(child(element, "year"))
        or text_of(child(meta, "year"))
        or _year(own or collection),
        venue=line_of(child(meta, "booktitle")) or line_of(child(element, "booktitle")),
        url=url if url.startswith("http") else (f"https://aclanthology.org/{own}" if own else ""),
        schemes={"acl": own, "doi": text_of(child(element, "doi"))},
    )
    return with_id(found, own)


def _name(author: Element) -> str:
    return f"{line_of(child(author, 'first'))} {line_of(child(author, 'last'))}".strip()


def _year(own: str) -> str:
    """The year in an id of the Anthology: "2020.acl-main.1", "P18-1001"."""
    if re.match(r"(?:19|20)\d\d\.", own):
        return own[:4]
    found = re.match(r"[A-Z](\d\d)", own)
    if not found:
        return ""
    return f"{'19' if int(found[1]) > 60 else '20'}{found[1]}"
