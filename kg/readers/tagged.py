"""Tagged text of Web of Science ("FN ... PT J ... ER"), EndNote ("%0 ... %T ...") and Ovid ("<1>").

No library at hand reads them: rispy 0.10.0 returns no record, silently, for Web of Science's form.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final

from kg.readers.reference import NOTHING, arxiv_in, reference_paper, split_keywords
from kg.readers.registry import Item, ReadLog, reader
from kg.readers.source import InputText
from kg.readers.tags import Dialect, Record, note_stray, tagged_records
from kg.records import Paper

_WOS_LINE = re.compile(r"([A-Z][A-Z0-9])(?: (.*)|\s*$)")
_WOS_FIRST = re.compile(r"\s*(?:FN [A-Z]|PT [A-Z]\s*\n[A-Z][A-Z0-9] )")
_ENDNOTE_LINE = re.compile(r"\s?%([0-9A-Z@!#$&()*+^>~?\[\]-]) ?(.*)")
_ENDNOTE_FIRST = re.compile(r"\s*%(?:0 [A-Z][a-z]+|[TAD] \S[^\n]*\n(?:[^\n]+\n)*?%[TADJX] )")
_OVID_FIRST = re.compile(r"\s*<\s*1\s*\.?\s*>[ \t]*\n[A-Z][A-Za-z /]+[ \t]*\n[ \t]+\S")
_OVID_COUNTER = re.compile(r"<\s*\d+\s*\.?\s*>\s*$")
_OVID_LABEL = re.compile(r"([A-Z][A-Za-z0-9 /&'()-]{1,60})\s*$")
# "Neuroscience Letters. 349(3):151-4, 2003 Oct."
_OVID_SOURCE = re.compile(r"[^.:;\d]*[^.:;\d\s]")

_WOS: Final = Dialect(
    lambda line: (found[1], found[2] or "") if (found := _WOS_LINE.match(line)) else None,
    opens=frozenset({"PT"}),
    closes=frozenset({"ER", "EF"}),
    around=frozenset({"FN", "VR"}),
    lists=frozenset({"AU", "AF", "CA", "BA", "BE", "BF", "C1", "CR"}),
)


def sniff_wos(head: str, name: str) -> bool:
    """Whether it begins with Web of Science's file name tag or a publication type."""
    return bool(_WOS_FIRST.match(head))


@reader("wos", sniff_wos, rank=30)
def read_wos(text: InputText, log: ReadLog) -> Iterator[Item]:
    """One paper a record of Web of Science's plain text."""
    yield from _read(text, log, _WOS, _wos_paper)


def _wos_paper(record: Record) -> Paper | None:
    return reference_paper(
        title=record.first("TI"),
        abstract=record.joined("AB"),
        authors=record.all("AF") or record.all("AU") or record.all("CA", "BA"),
        year=record.first("PY", "EY", "EA", "PD"),
        venue=" ".join(record.first("SO", "CT", "JI").split()),
        url="",
        schemes={"doi": record.first("DI"), "wos": record.first("UT"), "pmid": record.first("PM")},
        keywords=split_keywords(record.all("DE")),
    )


def sniff_endnote(head: str, name: str) -> bool:
    """Whether it begins with a reference type, or with a title, author or date and another such tag."""
    return bool(_ENDNOTE_FIRST.match(head))


@reader("endnote", sniff_endnote, rank=30)
def read_endnote(text: InputText, log: ReadLog) -> Iterator[Item]:
    """One paper a record of EndNote's and refer's tagged text."""
    # Records of the older refer have no type: blank lines part them.
    typed = bool(re.search(r"^\s?%0 ", text.head, re.M))
    dialect = Dialect(_endnote_split, opens=frozenset("0"), blank_parts=not typed)
    yield from _read(text, log, dialect, _endnote_paper)


def _endnote_split(line: str) -> tuple[str, str] | None:
    found = _ENDNOTE_LINE.match(line)
    return (found[1], found[2]) if found else None


def _endnote_paper(record: Record) -> Paper | None:
    number = record.first("M")
    return reference_paper(
        title=record.first("T", "!"),
        abstract=record.joined("X"),
        authors=[name.rstrip(",") for name in record.all("A")],
        year=record.first("D", "8"),
        venue=" ".join(record.first("J", "B", "S").split()),
        url=record.first("U"),
        schemes={
            "doi": record.first("R"),
            "wos": number if number.upper().startswith(("WOS:", "ISI:")) else "",
            "arxiv": arxiv_in(*record.all("J", "B", "Z", "N")),
        },
        keywords=[k for text in record.all("K") for k in split_keywords(text.split("\n"))],
    )


def sniff_ovid(head: str, name: str) -> bool:
    """Whether it begins with the number of a record, a label and an indented value."""
    return bool(_OVID_FIRST.match(head))


@reader("ovid", sniff_ovid, rank=30)
def read_ovid(text: InputText, log: ReadLog) -> Iterator[Item]:
    """One paper a record of Ovid's labelled text; its tagged form is read by `nbib`."""
    lists = frozenset({"AUTHOR", "AUTHORS"})
    yield from _read(text, log, Dialect(_ovid_split, frozenset("<"), lists=lists), _ovid_paper)


def _ovid_split(line: str) -> tuple[str, str] | None:
    if _OVID_COUNTER.match(line):
        return "<", ""
    found = _OVID_LABEL.match(line)
    return (found[1].strip().upper(), "") if found else None


def _ovid_paper(record: Record) -> Paper | None:
    source = record.first("SOURCE")
    venue = _OVID_SOURCE.match(source)
    names = (
        name for text in record.all("AUTHORS", "AUTHOR") for name in re.split(r"\s{2,}|;", text)
    )
    return reference_paper(
        title=record.first("TITLE", "ORIGINAL TITLE", "CHAPTER TITLE").removesuffix("."),
        abstract=record.joined("ABSTRACT"),
        authors=[name.strip(" .,") for name in names if name.strip(" .,")],
        year=record.first("YEAR OF PUBLICATION", "YEAR", "PUBLICATION YEAR") or source,
        venue=record.first("JOURNAL", "JOURNAL NAME") or (venue.group() if venue else ""),
        url=record.first("URL", "LINK TO THE OVID FULL TEXT OR CITATION"),
        schemes={
            "doi": record.first("DIGITAL OBJECT IDENTIFIER", "DOI"),
            "pmid": record.first("PMID", "PUBMED ID"),
        },
        keywords=split_keywords(record.all("KEYWORD HEADING", "KEYWORDS")),
    )


def _read(
    text: InputText, log: ReadLog, dialect: Dialect, paper_of: Callable[[Record], Paper | None]
) -> Iterator[Item]:
    stray: list[int] = []
    for record in tagged_records(text.lines(), dialect, stray):
        paper = paper_of(record)
        if paper:
            yield paper, None
        else:
            log.skip(f"{text.name}:{record.line}", NOTHING)
    note_stray(log, text.name, stray)
