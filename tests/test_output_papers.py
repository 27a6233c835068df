"""Papers for reference managers: BibTeX and RIS."""

import io
from dataclasses import replace
from pathlib import Path

import pytest

from kg.output import write_papers
from kg.readers import read_inputs
from kg.records import PaperNode
from kg.text import clean

PAPER = PaperNode(
    id="doi:10.1000/a_b",
    title="50% of {LoRA} & x^2 at C:\\temp",
    given_title="",
    abstract="First line.\nER  - not an end. A } brace.",
    year=2024,
    venue="ICLR",
    authors=("Müller, Jörg", "Research and Friends"),
    url="https://example.org/a_b?x={1}",
    ids=("arxiv:2401.00001",),
    extra={},
)


def written(papers: list[PaperNode], fmt: str) -> str:
    stream = io.StringIO()
    write_papers(papers, fmt, stream)
    return stream.getvalue()


def test_bibtex_is_escaped_and_its_braces_balance() -> None:
    text = written([PAPER], "bibtex")
    depth = 0
    for character in text:
        depth += {"{": 1, "}": -1}.get(character, 0)
        assert depth >= 0
    assert depth == 0
    assert r"title = {{50\% of \{LoRA\} \& x\textasciicircum{}2 at" in text
    assert "author = {Müller, Jörg and {Research and Friends}}," in text
    assert "doi = {10.1000/a_b}," in text
    assert "eprint = {2401.00001}," in text
    assert "url = {https://example.org/a_b?x=%7B1%7D}," in text


def test_bibtex_keys_are_distinct_and_stable() -> None:
    other = replace(PAPER, id="doi:10.1000/a b")
    third = replace(PAPER, id="doi:10.1000/c", extra={"citation_key": "lee_alpha"})
    text = written([other, replace(other, id="doi:10.1000/a{b"), third], "bibtex")
    assert "@article{doi:10.1000/a-b,\n" in text
    assert "@article{doi:10.1000/a-b-2,\n" in text
    assert "@article{lee_alpha,\n" in text


def test_a_paper_listed_twice_is_written_once() -> None:
    assert written([PAPER, PAPER], "ris").count("TY  - ") == 1


def test_a_value_cannot_end_a_ris_record() -> None:
    lines = written([PAPER], "ris").splitlines()
    assert lines[0] == "TY  - JOUR"
    assert [line for line in lines if line.startswith("ER")] == ["ER  - "]
    assert "AB  - First line. ER - not an end. A } brace." in lines
    assert [line for line in lines if line.startswith("AU")] == [
        "AU  - Müller, Jörg",
        "AU  - Research and Friends",
    ]


def test_what_a_paper_lacks_is_left_out() -> None:
    bare = replace(PAPER, id="0123456789abcdef", year=None, venue="", authors=(), url="", ids=())
    assert "year" not in written([bare], "bibtex")
    assert "@misc{0123456789abcdef," in written([bare], "bibtex")
    assert "PY" not in written([bare], "ris")


@pytest.mark.parametrize(("fmt", "suffix"), [("bibtex", ".bib"), ("ris", ".ris")])
def test_papers_written_and_read_again_are_the_same(fmt: str, suffix: str, tmp_path: Path) -> None:
    path = tmp_path / f"papers{suffix}"
    given = replace(PAPER, title=PAPER.title.replace("{LoRA}", "LoRA"))  # readers drop braces
    path.write_text(written([given], fmt), encoding="utf-8")
    [paper] = [paper for read in read_inputs([path]) for paper, _ in read.items()]
    assert paper.id == PAPER.id
    if fmt == "bibtex":
        assert clean(paper.title).text == given.title
    assert clean(paper.abstract).text.split() == clean(PAPER.abstract).text.split()
    assert (paper.year, paper.venue, paper.authors) == (2024, "ICLR", PAPER.authors)
    if fmt == "bibtex":
        assert paper.ids == PAPER.ids
