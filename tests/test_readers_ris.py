"""RIS: dialects, spacing, and what is broken in files that people have."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kg.errors import InputError
from kg.output.ris import write
from kg.readers import ReadLog, Skip
from kg.readers.ris import read, sniff
from kg.readers.source import InputText
from kg.records import Paper, PaperNode

Read = Callable[[str | bytes], tuple[list[Paper], ReadLog]]

SAMPLE = """TY  - JOUR
TI  - On\xa0Things
AU  - Müller, Ann
AU  - Wu,\xa0Bo
T2  - A Journal
AB  - We see things.
DA  - 2025///
PY  - 2025
DO  - https://doi.org/10.1000/ABC
UR  - https://arxiv.org/abs/2501.00001v2
KW  - one
KW  - two; three
ER  -

TY  - CONF
T1  - Wrapped
      over lines
A1  - Lee, C.; Roe, D.
N2  - First line, ER
ER then - a second.

A paragraph.
N1  - a note
Y1  - 2019/05/01
C3  - A Conference
ID  - acl:2019.x-y.1
ER  -
"""


@pytest.fixture
def ris(tmp_path: Path) -> Read:
    def reading(content: str | bytes) -> tuple[list[Paper], ReadLog]:
        path = tmp_path / "x.txt"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        log = ReadLog()
        with InputText(str(path), "x.ris", None) as text:
            return [paper for paper, _ in read(text, log)], log

    return reading


EXPECTED = [
    Paper(
        id="doi:10.1000/abc",
        abstract="We see things.",
        title="On\xa0Things",
        year=2025,
        venue="A Journal",
        authors=("Müller, Ann", "Wu, Bo"),
        url="https://arxiv.org/abs/2501.00001v2",
        ids=("arxiv:2501.00001",),
        extra={"keywords": ["one", "two", "three"]},
    ),
    Paper(
        id="acl:2019.x-y.1",
        abstract="First line, ER\nER then - a second.\n\nA paragraph.",
        title="Wrapped\nover lines",
        year=2019,
        venue="A Conference",
        authors=("Lee, C.", "Roe, D."),
    ),
]


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text,
        lambda text: "\ufeff" + text,
        lambda text: "\n \n" + text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("ER  -\n", "ER  - \n"),
        lambda text: text.replace("ER  -\n", ""),
        lambda text: text.encode("utf-16"),
        lambda text: text.encode("cp1252"),
    ],
)
def test_marks_line_ends_blanks_and_lost_end_tags_do_not_matter(
    ris: Read, change: Callable[[str], str | bytes]
) -> None:
    papers, log = ris(change(SAMPLE))
    assert papers == EXPECTED
    assert log.skipped == []


@pytest.mark.parametrize(("old", "new"), [("  - ", " - "), ("  - ", "- ")])
def test_other_spacing_is_read(ris: Read, old: str, new: str) -> None:
    text = "TY  - JOUR\nTI  - A\nAB  - B\nER  - \n"
    for changed in (text.replace(old, new), text.replace("\n", "\n  ").replace("TY", "  TY")):
        papers, _ = ris(changed)
        assert [(p.title, p.abstract) for p in papers] == [("A", "B")]


def test_words_before_a_dash_are_no_tags(ris: Read) -> None:
    papers, _ = ris("TY  - JOUR\nAB  - Of\nAI - and\nML- things\nER  - \n")
    assert papers[0].abstract == "Of\nAI - and\nML- things"


def test_repeated_abstracts_are_joined_and_notes_are_none(ris: Read) -> None:
    papers, _ = ris("TY  - JOUR\nAB  - One.\nAB  - Two.\nN2  - Other.\nN1  - Note.\nER  - \n")
    assert papers[0].abstract == "One.\nTwo."
    assert ris("TY  - JOUR\nAB  - \nN2  - Other.\nER  - \n")[0][0].abstract == "Other."


@pytest.mark.parametrize(
    ("lines", "id"),
    [
        ("DO  - doi:10.1000/x", "doi:10.1000/x"),
        ("M3  - 10.1000/x", "doi:10.1000/x"),
        ("M3  - Review", ""),
        ("AN  - WOS:000166145000001", "wos:000166145000001"),
        ("AN  - 123456\nDB  - PubMed", "pmid:123456"),
        ("AN  - 123456", ""),
        ("C2  - 123456\nDB  - Scopus", "pmid:123456"),
        ("M1  - arXiv:1706.03762", "arxiv:1706.03762"),
        ("N1  - extends arXiv:1706.03762", ""),
        ("UR  - https://x.org/a https://openreview.net/forum?id=abcdefg", "openreview:abcdefg"),
        ("ID  - smith2020", ""),
    ],
)
def test_ids_are_found_where_tools_put_them(ris: Read, lines: str, id: str) -> None:
    (paper,) = ris(f"TY  - JOUR\nTI  - T\n{lines}\nER  - \n")[0]
    assert (paper.id if ":" in paper.id else "") == id


def test_records_and_lines_that_are_no_paper_are_named(ris: Read) -> None:
    text = "Provider: X\nTY  - JOUR\nTI  - A\nER  - \n1.\nTY  - JOUR\nPY  - 2020\nER  - \nstray\n"
    papers, log = ris(text)
    assert [p.title for p in papers] == ["A"]
    assert log.skipped == [Skip("x.ris:6", "has neither title, abstract nor id")]
    assert log.notes == ["x.ris: lines outside of records, left out: 3 (first: line 1)"]


def test_a_record_without_its_first_lines_is_read(ris: Read) -> None:
    papers, log = ris("AU  - Lee, C.\nTI  - A\nER  - \nTY  - JOUR\nTI  - B\nER  - \n")
    assert ([p.title for p in papers], log.notes) == (["A", "B"], [])


def test_our_own_export_comes_back(ris: Read, tmp_path: Path) -> None:
    node = PaperNode(
        "openreview:abcdefg", "A title", "A title", "An abstract.", 2024, "ICLR",
        ("Ann Lee",), "https://x.org", (), {},
    )  # fmt: skip
    path = tmp_path / "out.ris"
    with path.open("w", encoding="utf-8") as stream:
        write([node], stream)
    (paper,) = ris(path.read_bytes())[0]
    assert (paper.id, paper.title, paper.abstract) == (node.id, node.title, node.abstract)
    assert (paper.year, paper.venue, paper.authors, paper.url) == (
        node.year, node.venue, node.authors, node.url,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "is_ris"),
    [
        ("\n\nTY  - JOUR\n", True),
        ("Provider: X\n\nTY  - JOUR\n", True),
        ("TY  - JOUR", True),
        ("A city - X", False),
        ("PMID- 1\nTI  - x", False),
        ("", False),
    ],
)
def test_a_type_line_tells_the_format(text: str, is_ris: bool) -> None:
    assert sniff(text, "x") is is_ris


@settings(max_examples=40, deadline=None)
@example(b"\x01\x01\x80", 0, 362)
@example(b"\xff\xfe", 0, 0)
@example(b"PK\x03\x04", 0, 0)
@given(st.binary(max_size=60), st.integers(0, 600), st.integers(0, 600))
def test_spliced_and_random_bytes_are_read_or_told(
    tmp_path_factory: pytest.TempPathFactory, noise: bytes, i: int, j: int
) -> None:
    data = SAMPLE.encode()
    i, j = sorted((i, j))
    path = tmp_path_factory.mktemp("fuzz") / "x.ris"
    path.write_bytes(data[:i] + noise + data[j:] + b"\nTY  - JOUR\nTI  - Last\nER  - \n")
    log = ReadLog()
    # Zeros and marks of UTF-16 would have the rest read in another encoding.
    other = b"\0" in noise or noise.startswith((b"\xff\xfe", b"\xfe\xff"))
    try:
        with InputText(str(path), "x.ris", "utf-8" if other else None) as text:
            papers = [paper for paper, _ in read(text, log)]
    except InputError as error:
        refused = str(error)
    else:
        refused = ""
        assert papers[-1].title == "Last"
        assert len(papers) + len(log.skipped) + len(log.notes) <= 6
    assert not refused or "not text" in refused
