"""PubMed's own format (MEDLINE, .nbib), and Ovid's tagged form of it.

nbib 0.3.2 (last release 2021) was tried and is not used: it stops at the first line that it does not
know, and holds the file in memory.
"""

import re
from collections.abc import Iterator

from kg.readers.reference import NOTHING, reference_paper
from kg.readers.registry import Item, ReadLog, reader
from kg.readers.source import InputText
from kg.readers.tags import Dialect, Record, note_stray, tagged_records
from kg.records import Paper

# Tags fill four columns. Values of PMID and PMC may touch the dash; a word ("DNA-") may not.
_LINE = re.compile(r"(?:(PMID|PMC) ?-(?=\d)|([A-Z][A-Z0-9]{1,3}) {0,3}-(?: |$))(.*)")
_COUNTER = re.compile(r"<\s*\d+\s*\.?\s*>\s*$")
_FIRST = re.compile(r"^(?:PMID ?- ?\d|VN  - Ovid|UI  - \S|PMC ?- ?PMC\d)", re.M)
_DOI = re.compile(
    r"(?:doi:\s*|https?://(?:dx\.)?doi\.org/)?(10\.\d{4,9}/\S+)(?:\s*\[doi\])?$", re.I
)
_OF_PUBMED = re.compile(r"medline|pubmed", re.I)


def sniff(head: str, name: str) -> bool:
    """Whether a line gives a PubMed id in its column, or Ovid's mark."""
    return bool(_FIRST.search(head))


@reader("nbib", sniff, rank=40)
def read(text: InputText, log: ReadLog) -> Iterator[Item]:
    """One paper a record; a record that names no paper is named and left out."""
    stray: list[int] = []
    opens, around = frozenset({"PMID", "VN"}), frozenset({"<"})
    dialect = Dialect(_split, opens, around, around, blank_parts=True)
    for record in tagged_records(text.lines(), dialect, stray):
        paper = record_paper(record)
        if paper:
            yield paper, None
        else:
            log.skip(f"{text.name}:{record.line}", NOTHING)
    note_stray(log, text.name, stray)


def _split(line: str) -> tuple[str, str] | None:
    found = _LINE.match(line)
    if found:
        return found[1] or found[2], found[3].strip()
    # Ovid numbers its records.
    return ("<", "") if _COUNTER.match(line) else None


def record_paper(record: Record) -> Paper | None:
    """The paper of a record; None where it says nothing of one."""
    dois = (_DOI.match(v) for v in record.all("LID", "AID", "DO", "DOI"))
    ours = record.first("PMID") or (
        record.first("UI", "AN") if _OF_PUBMED.search(record.first("DB")) else ""
    )
    return reference_paper(
        title=" ".join(record.all("TI")) or record.first("BTI", "CTI", "TT"),
        abstract=record.joined("AB", "OAB"),
        authors=record.all("FAU") or record.all("AU") or record.all("CN"),
        year=record.first("DP", "YR", "DEP", "EDAT", "SO"),
        venue=" ".join(record.first("JT", "BTI", "JN", "TA").split()),
        url=record.first("UR"),
        schemes={"pmid": ours, "doi": next((d[1] for d in dois if d), "")},
        keywords=[k for v in record.all("OT", "KW") or record.all("MH") for k in v.split("\n")],
    )
