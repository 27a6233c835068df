"""PubMed's format and Ovid's tagged form of it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.readers import ReadLog, Skip
from kg.readers.nbib import read, sniff
from kg.readers.source import InputText
from kg.records import Paper

Read = Callable[[str], tuple[list[Paper], ReadLog]]

SAMPLE = """
PMID- 123
OWN - NLM
STAT- MEDLINE
DP  - 2009 Jun 10
TI  - On things that
      go on.
LID - 10.1000/AbC [doi]
LID - 45 [pii]
AB  - BACKGROUND: DNA-
      binding. RESULTS: It is a
      well-known thing.
FAU - Long, Vicky
AU  - Long V
FAU - Marland, Hilary
AU  - Marland H
JT  - A journal of things
TA  - J Things
OT  - one
OT  - two
MH  - Humans

PMID-456
TI  - Second
AID - doi:10.1000/second
CN  - The Group
TA  - J Things
EDAT- 2011/01/01 00:00
MH  - Humans
"""
PAPERS = [
    Paper(
        id="doi:10.1000/abc",
        abstract="BACKGROUND: DNA-\nbinding. RESULTS: It is a\nwell-known thing.",
        title="On things that\ngo on.",
        year=2009,
        venue="A journal of things",
        authors=("Long, Vicky", "Marland, Hilary"),
        ids=("pmid:123",),
        extra={"keywords": ["one", "two"]},
    ),
    Paper(
        id="doi:10.1000/second",
        abstract="",
        title="Second",
        year=2011,
        venue="J Things",
        authors=("The Group",),
        ids=("pmid:456",),
        extra={"keywords": ["Humans"]},
    ),
]


@pytest.fixture
def nbib(tmp_path: Path) -> Read:
    def reading(content: str) -> tuple[list[Paper], ReadLog]:
        path = tmp_path / "x.txt"
        path.write_bytes(content.encode())
        log = ReadLog()
        with InputText(str(path), "x.txt", None) as text:
            assert sniff(text.head, text.name)
            return [paper for paper, _ in read(text, log)], log

    return reading


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_continued_lines_and_repeated_tags_are_read(nbib: Read, ends: str) -> None:
    papers, log = nbib(SAMPLE.replace("\n", ends))
    assert papers == PAPERS
    assert (log.skipped, log.notes) == ([], [])


def test_records_without_blank_lines_or_pmid_are_read(nbib: Read) -> None:
    papers, _ = nbib(SAMPLE.replace("\n\n", "\n") + "\nPMC -77\nTI-\nAB  - One.\nAB  - Two.\n")
    assert papers[:2] == PAPERS
    assert papers[2].abstract == "One.\nTwo."


def test_titles_in_pieces_and_books_are_read(nbib: Read) -> None:
    papers, _ = nbib("PMID- 1\nTI  - A\nTI  - b\n\nPMID- 2\nBTI - A Book\nOAB - Other.\n")
    assert [(p.title, p.abstract) for p in papers] == [("A b", ""), ("A Book", "Other.")]


def test_ovid_records_are_read(nbib: Read) -> None:
    papers, log = nbib(
        "<1. >\nVN  - Ovid Technologies\nDB  - Ovid MEDLINE(R)\nUI  - 77\nTI  - A\n"
        "AB  - Text that\n  goes on.\nDO  - https://dx.doi.org/10.1000/a\nYR  - 2001\n\n"
        "<2. >\nVN  - Ovid Technologies\nDB  - Embase\nUI  - 78\nTI  - B\n"
    )
    assert [(p.title, p.abstract, p.year) for p in papers] == [
        ("A", "Text that\ngoes on.", 2001),
        ("B", "", None),
    ]
    assert papers[0].ids == ("pmid:77",)
    assert not papers[1].ids
    assert log.notes == []


def test_what_is_no_paper_is_named(nbib: Read) -> None:
    papers, log = nbib("PMID- 1\nTI  - A\n\nsome words\n\nOWN - NLM\n\nPMID- 2\n")
    assert [p.id for p in papers] == ["pmid:1", "pmid:2"]
    assert log.skipped == [Skip("x.txt:6", "has neither title, abstract nor id")]
    assert log.notes == ["x.txt: lines outside of records, left out: 1 (first: line 4)"]


def test_other_text_is_no_nbib() -> None:
    for text in ("TY  - JOUR\nTI  - x\n", "The PMID- 3 is", "PT J\nUT x", ""):
        assert not sniff(text, "x.txt")


@settings(max_examples=40, deadline=None)
@given(st.text("\n -AB1x\t", max_size=80), st.integers(0, 500), st.integers(0, 500))
def test_spliced_text_keeps_what_follows(
    tmp_path_factory: pytest.TempPathFactory, noise: str, i: int, j: int
) -> None:
    i, j = sorted((i, j))
    path = tmp_path_factory.mktemp("fuzz") / "x.nbib"
    path.write_text(SAMPLE[:i] + noise + SAMPLE[j:] + "\nPMID- 9\nTI  - Last\n", encoding="utf-8")
    with InputText(str(path), "x.nbib", None) as text:
        papers = [paper for paper, _ in read(text, ReadLog())]
    assert (papers[-1].id, papers[-1].title) == ("pmid:9", "Last")
