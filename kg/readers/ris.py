"""RIS: Zotero, Scopus, EndNote, Mendeley, ProQuest, Ovid and the project's own.

rispy 0.10.0 (MIT) was tried and is not used. Without a word, it reads no record where the file begins with a
byte order mark or its tags are spaced otherwise, drops a record whose end tag lacks, lines before the
first tag and all but the first of repeated abstracts; and it holds the file in memory.
"""

import re
from collections.abc import Iterator

from kg.readers.reference import NOTHING, arxiv_in, reference_paper, split_keywords
from kg.readers.registry import Item, ReadLog, reader
from kg.readers.source import InputText
from kg.readers.tags import Dialect, Record, Split, note_stray, tagged_records
from kg.records import Paper
from kg.schemes import is_scheme_id, scheme_id, schemes_of_url

_TYPE = re.compile(r"^([ \t]*)TY([ \t]*)-[ \t]*[A-Z]", re.M)
_DOI = re.compile(r"(?:doi:?\s*|https?://(?:dx\.)?doi\.org/)?10\.\d{4,9}/\S+", re.I)
_OF_PUBMED = re.compile(r"pubmed|medline", re.I)
_NAMES = re.compile(r"\s*;\s*")


def sniff(head: str, name: str) -> bool:
    """Whether a line gives a record's type."""
    return bool(_TYPE.search(head))


@reader("ris", sniff, rank=30)
def read(text: InputText, log: ReadLog) -> Iterator[Item]:
    """One paper a record; a record that names no paper is named and left out."""
    stray: list[int] = []
    dialect = Dialect(_split(text.head), frozenset({"TY"}), frozenset({"ER"}))
    for record in tagged_records(text.lines(), dialect, stray):
        paper = record_paper(record)
        if paper:
            yield paper, None
        else:
            log.skip(f"{text.name}:{record.line}", NOTHING)
    note_stray(log, text.name, stray)


def _split(head: str) -> Split:
    """How tag lines look in this file: as its first type line does.

    The standard's two spaces tell a tag from a line of text such as "AI - based methods".
    """
    first = _TYPE.search(head)
    indent = r"[ \t]*" if first and first[1] else ""
    spaces = "{0,4}" if first and len(first[2]) < 2 else "{2,4}"
    line = re.compile(rf"{indent}([A-Z][A-Z0-9])[ \t]{spaces}-(?:[ \t](.*)|[ \t]*$)")

    def split(text: str) -> tuple[str, str] | None:
        found = line.match(text)
        return (found[1], found[2] or "") if found else None

    return split


def record_paper(record: Record) -> Paper | None:
    """The paper of a record; None where it says nothing of one."""
    title = record.joined("TI") or record.joined("T1") or record.first("CT", "BT")
    addresses = [part for url in record.all("UR", "LK") for part in url.split()]
    return reference_paper(
        title=title,
        abstract=record.joined("AB", "N2"),
        authors=[n for text in record.all("AU", "A1") for n in _NAMES.split(text) if n],
        year=record.first("PY", "Y1", "DA"),
        venue=" ".join(record.first("T2", "JF", "JO", "C3", "BT", "JA", "J2", "J1").split()),
        url=addresses[0] if addresses else "",
        schemes=_schemes(record, addresses),
        keywords=split_keywords(record.all("KW")),
    )


def _schemes(record: Record, addresses: list[str]) -> dict[str, str]:
    found: dict[str, str] = {}
    for address in addresses:
        found = schemes_of_url(address) | found
    # The project's own exports name the paper by its id.
    for own in filter(is_scheme_id, record.all("ID")):
        scheme, _, value = own.partition(":")
        found[scheme] = value
    doi = record.first("DO", "DI") or next(
        filter(_DOI.fullmatch, record.all("M3", "L3", "N1", "C7")), ""
    )
    database, number = record.first("DB", "DP"), record.first("AN")
    if scheme_id("wos", number) and number.upper().startswith(("WOS:", "ISI:")):
        found["wos"] = number
    elif _OF_PUBMED.search(database):
        found["pmid"] = number
    elif database == "Scopus":
        found["pmid"] = record.first("C2")
    arxiv = arxiv_in(*record.all("M1", "N1", "T2", "JO", "JF", "PB"))
    return found | {name: value for name, value in (("doi", doi), ("arxiv", arxiv)) if value}
