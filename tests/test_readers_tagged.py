"""Tagged text of Web of Science, EndNote and Ovid."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.readers import ReadLog, Skip, named_reader
from kg.readers.registry import sniffed_reader
from kg.readers.source import InputText
from kg.records import Paper

WOS = """\ufeffFN Clarivate Analytics Web of Science
VR 1.0
PT J
AU Fikl, A
   Klöckner, A
AF Fikl, Alexandru
   Klöckner, Andreas
TI A fast solver for
   wrapped titles
SO JOURNAL OF THINGS
DE one; two
   words
AB We do this.
   (c) 2023 Elsevier Inc.
DI 10.1000/WOS
PY 2026
UT WOS:000166145000001
PM 123
ER

PT C
AU Lee, C
TI Second
PY 2020
ER

EF
"""
ENDNOTE = """%0 Journal Article
%T A title
%A Lee, Ann
%A Wu, Bo,
%D 2019
%J J. Things
%X First paragraph
goes on.

Second paragraph.
%K one
two
%R 10.1000/en
%U https://x.org
%M WOS:000166145000001

%0 Conference Paper
%T Another
%B Proc. Things
%8 May 2020
%I arXiv
"""
OVID = """<1>
Unique Identifier
  123
Title
  A title.
Authors
  Lee A.  Wu B.
Source
  Neuroscience Letters. 349(3):151-4, 2003 Oct.
Abstract
  We do this
  and that.
Digital Object Identifier
  https://dx.doi.org/10.1000/ov

<2>
AUTHOR
  Roe, C.
TITLE
  Another
SOURCE
  J Things 2004; 1
"""

EXPECTED = {
    "wos": [
        Paper(
            id="doi:10.1000/wos",
            abstract="We do this.\n(c) 2023 Elsevier Inc.",
            title="A fast solver for\nwrapped titles",
            year=2026,
            venue="JOURNAL OF THINGS",
            authors=("Fikl, Alexandru", "Klöckner, Andreas"),
            ids=("pmid:123", "wos:000166145000001"),
            extra={"keywords": ["one", "two words"]},
        ),
        Paper(id="?", abstract="", title="Second", year=2020, authors=("Lee, C",)),
    ],
    "endnote": [
        Paper(
            id="doi:10.1000/en",
            abstract="First paragraph\ngoes on.\n\nSecond paragraph.",
            title="A title",
            year=2019,
            venue="J. Things",
            authors=("Lee, Ann", "Wu, Bo"),
            url="https://x.org",
            ids=("wos:000166145000001",),
            extra={"keywords": ["one", "two"]},
        ),
        Paper(id="?", abstract="", title="Another", year=2020, venue="Proc. Things"),
    ],
    "ovid": [
        Paper(
            id="doi:10.1000/ov",
            abstract="We do this\nand that.",
            title="A title",
            year=2003,
            venue="Neuroscience Letters",
            authors=("Lee A", "Wu B"),
        ),
        Paper(
            id="?", abstract="", title="Another", year=2004, venue="J Things", authors=("Roe, C",)
        ),
    ],
}
TEXTS = {"wos": WOS, "endnote": ENDNOTE, "ovid": OVID}
Read = Callable[[str, str], tuple[list[Paper], ReadLog]]


def read_as(name: str, content: str, path: Path) -> tuple[list[Paper], ReadLog]:
    path.write_bytes(content.encode())
    log = ReadLog()
    with InputText(str(path), "x.txt", None) as text:
        return [paper for paper, _ in named_reader(name).read(text, log)], log


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_the_forms_give_their_papers(tmp_path: Path, name: str, ends: str) -> None:
    papers, log = read_as(name, TEXTS[name].replace("\n", ends), tmp_path / "x.txt")
    expected = EXPECTED[name]
    assert papers[0] == expected[0]
    assert len(papers) == 2
    for field in ("abstract", "title", "year", "venue", "authors", "ids"):
        assert getattr(papers[1], field) == getattr(expected[1], field)
    assert (log.skipped, log.notes) == ([], [])


@pytest.mark.parametrize("name", TEXTS)
def test_the_forms_are_known_by_their_content(name: str) -> None:
    found = sniffed_reader(TEXTS[name].removeprefix("\ufeff"), "x.txt")
    assert found is not None
    assert found.name == name


def test_wos_without_header_or_end_tags_is_read(tmp_path: Path) -> None:
    text = WOS[WOS.index("PT J") :].replace("ER\n", "").replace("EF\n", "")
    found = sniffed_reader(text, "x.txt")
    assert found is not None
    assert found.name == "wos"
    assert [p.title for p in read_as("wos", text, tmp_path / "x.txt")[0]] == [
        "A fast solver for\nwrapped titles",
        "Second",
    ]


def test_refer_without_types_is_parted_by_blank_lines(tmp_path: Path) -> None:
    text = "%A Ann Lee\n%T A title\n%X Text.\n\n%A Bo Wu\n%T Another\n%D 2001\n"
    found = sniffed_reader(text, "x")
    assert found is not None
    assert found.name == "endnote"
    papers, _ = read_as("endnote", text, tmp_path / "x.txt")
    assert [(p.title, p.authors) for p in papers] == [
        ("A title", ("Ann Lee",)),
        ("Another", ("Bo Wu",)),
    ]


def test_what_is_no_paper_is_named(tmp_path: Path) -> None:
    _, log = read_as("wos", "PT J\nPY 2020\nER\n\nstray\nPT J\nTI A\nER\n", tmp_path / "x.txt")
    assert log.skipped == [Skip("x.txt:1", "has neither title, abstract nor id")]
    assert log.notes == ["x.txt: lines outside of records, left out: 1 (first: line 5)"]


LAST = {
    "wos": "\nPT J\nTI Last\nER\n",
    "endnote": "\n%0 Book\n%T Last\n",
    "ovid": "\n<9>\nTITLE\n  Last\n",
}


@pytest.mark.parametrize("name", TEXTS)
@settings(max_examples=25, deadline=None)
@given(st.text("\n %0ATIE<1>x", max_size=60), st.integers(0, 500), st.integers(0, 500))
def test_spliced_text_keeps_what_follows(
    tmp_path_factory: pytest.TempPathFactory, name: str, noise: str, i: int, j: int
) -> None:
    i, j = sorted((i, j))
    text = TEXTS[name]
    spliced = text[:i] + noise + text[j:] + LAST[name]
    papers, _ = read_as(name, spliced, tmp_path_factory.mktemp("fuzz") / "x.txt")
    assert papers[-1].title == "Last"
