"""Each export of a library, database or service gives the papers that it holds."""

from pathlib import Path

import pytest
from reader_sample import INPUTS, OTHER, TEXT, read

from kg.readers.openalex import abstract_of
from kg.records import Paper
from kg.text import clean

LEE = ("Ann Lee",)

#: File -> format, and for each paper id, other ids, the input's own id, title, abstract, year, venue, authors.
EXPECTED: dict[str, tuple[str, list[tuple[object, ...]]]] = {
    "openalex.json": (
        "openalex",
        [
            ("doi:10.1000/a", ("pmid:77", "openalex:W11"), "https://openalex.org/W11", "Parsing",
             "the cat the end", 2021, "Venue", LEE),
            ("openalex:W12", (), "https://openalex.org/W12", "", "", None, "", ()),
        ],
    ),
    "crossref.json": (
        "crossref",
        [
            ("doi:10.1000/a", (), "10.1000/A", "Parsing with <i>nets</i>",
             f"<jats:title>Abstract</jats:title><jats:p>{TEXT}</jats:p>", 2021, "Venue", (*LEE, "A Group")),
        ],
    ),
    "s2.json": (
        "semantic-scholar",
        [
            ("doi:10.1000/a", ("arxiv:2101.00001", f"s2:{'a' * 40}"), "a" * 40, "Parsing", TEXT, 2021,
             "Venue", LEE),
            (f"s2:{'b' * 40}", (), "b" * 40, "", "", None, "", ()),
        ],
    ),
    "s2orc.jsonl": (
        "s2orc",
        [
            ("arxiv:2101.00001", ("s2:12",), "12", "Parsing", TEXT, 2021, "Venue", ("Ann B. Lee",)),
            ("s2:13", (), "13", "Nulls", "", None, "", ()),
        ],
    ),
    "arxiv.json": (
        "arxiv-json",
        [
            ("arxiv:0704.0002", (), "0704.0002", "Parsing with nets", f"  {TEXT}\n", 2007, "",
             ("Ann Lee", "Bo Wu Jr")),
            ("doi:10.1000/b", ("arxiv:hep-th/9608091",), "hep-th/9608091", "Old", OTHER, 2009, "", ()),
        ],
    ),
    "openreview.json": (
        "openreview",
        [
            ("openreview:abcDEF123", (), "abcDEF123", "Parsing", TEXT, 2021, "ICLR 2021 poster", LEE),
            ("openreview:zzzDEF123", (), "zzzDEF123", "First version", OTHER, 2021, "", ("Bo Wu",)),
        ],
    ),
    "paperlist.json": (
        "openreview",
        [("openreview:abcDEF123", (), "abcDEF123", "Parsing", TEXT, None, "", ("Ann Lee", "Bo Wu"))],
    ),
    "atom.xml": (
        "arxiv-atom",
        [
            ("doi:10.1000/a", ("arxiv:2101.00001",), "http://arxiv.org/abs/2101.00001v2",
             "Parsing with nets", TEXT, 2021, "", LEE),
        ],
    ),
    "oai.xml": (
        "oai-pmh",
        [
            ("arxiv:2101.00001", (), "oai:arXiv.org:2101.00001", "Parsing", TEXT, 2021, "", LEE),
            ("doi:10.1000/b", (), "oai:x.org:7", "Old", OTHER, 2007, "", ("Wu, Bo",)),
        ],
    ),
    "pubmed.xml": (
        "pubmed-xml",
        [
            ("doi:10.1000/a", ("pmid:77",), "77", "Parsing with H<sub>2</sub>O.",
             f"BACKGROUND: {TEXT}\nRESULTS: It <i>works</i>, p < 0.05.", 2021, "Venue", (*LEE, "A Group")),
        ],
    ),
    "endnote.xml": (
        "endnote-xml",
        [("doi:10.1000/a", (), "", "Parsing nets", TEXT, 2021, "Venue", ("Lee, Ann",))],
    ),
    "acl.xml": (
        "acl-xml",
        [
            ("doi:10.1000/a", ("acl:2021.acl-long.1",), "2021.acl-long.1",
             "<fixed-case>P</fixed-case>arsing in $O(n^2)$", TEXT, 2021, "Proceedings of X", LEE),
        ],
    ),
    "zotero.csv": (
        "csv",
        [("doi:10.1000/a", (), "", "Parsing", TEXT, 2021, "", ("Lee, Ann", "Wu, Bo"))],
    ),
    "wos.txt": (
        "csv",
        [
            ("doi:10.1000/a", ("wos:000123456789",), "", '"Parsing" nets', TEXT, 2021, "VENUE",
             ("Lee, A", "Wu, B")),
        ],
    ),
    "list.md": (
        "markdown",
        [
            ("arxiv:2101.00001", (), "", "Parsing", TEXT, 2021, "ICLR", ("Ann Lee", "Bo Wu")),
            ("doi:10.1000/b", (), "", "Second", OTHER, 2021, "ICLR", ("Cy Xi",)),
        ],
    ),
}  # fmt: skip


def row(paper: Paper) -> tuple[object, ...]:
    return (
        paper.id,
        paper.ids,
        paper.input_id,
        paper.title,
        paper.abstract,
        paper.year,
        paper.venue,
        paper.authors,
    )


@pytest.mark.parametrize("name", EXPECTED)
def test_an_export_gives_its_papers(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(INPUTS[name], encoding="utf-8")
    file, papers = read(path)
    assert file.format == EXPECTED[name][0]
    assert [row(paper) for paper in papers] == EXPECTED[name][1]


@pytest.mark.parametrize("name", EXPECTED)
def test_the_format_is_judged_by_content_not_by_name(name: str, tmp_path: Path) -> None:
    path = tmp_path / ("x.md" if name.endswith(".md") else "x.txt")
    path.write_text("\ufeff" + INPUTS[name].replace("\n", "\r\n"), encoding="utf-8", newline="")
    file, papers = read(path)
    assert (file.format, len(papers)) == (EXPECTED[name][0], len(EXPECTED[name][1]))


@pytest.mark.parametrize(
    "name", [n for n in EXPECTED if n.endswith((".json", ".jsonl", ".csv", ".txt"))]
)
def test_an_export_in_utf16_gives_the_same_papers(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(INPUTS[name], encoding="utf-16")
    assert [row(paper) for paper in read(path)[1]] == EXPECTED[name][1]


def test_replies_and_deleted_records_are_named(tmp_path: Path) -> None:
    skipped = []
    for name in ("openreview.json", "oai.xml"):
        (tmp_path / name).write_text(INPUTS[name], encoding="utf-8")
        skipped += [str(skip) for skip in read(tmp_path / name)[0].skipped]
    assert skipped == [
        "openreview.json: record 3: a reply to a paper, not a paper",
        "oai.xml: record 3: a record that was deleted",
    ]


def test_titles_with_marks_are_shown_clean(tmp_path: Path) -> None:
    titles = []
    for name in ("crossref.json", "pubmed.xml", "acl.xml"):
        (tmp_path / name).write_text(INPUTS[name], encoding="utf-8")
        titles.append(clean(read(tmp_path / name)[1][0].title).text)
    assert titles[0] == "Parsing with nets"
    assert titles[1].startswith("Parsing with H")
    assert titles[2].startswith("Parsing in O(n")
    assert not any("<" in title for title in titles)


def test_repeated_words_of_an_inverted_index_keep_their_places() -> None:
    assert abstract_of({"the": [0, 2], "cat": [1], "end": [3]}, "x") == "the cat the end"
    # A position far away takes no room.
    assert abstract_of({"b": [10**15], "a": [0]}, "x") == "a b"


def test_an_answer_that_says_there_was_an_error_is_told(tmp_path: Path) -> None:
    path = tmp_path / "x.xml"
    path.write_text(
        '<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>http://arxiv.org/api/errors#1</id>'
        "<title>Error</title><summary>bad id</summary></entry><entry><id>http://arxiv.org/abs/2101.00001</id>"
        f"<title>T</title><summary>{TEXT}</summary></entry></feed>",
        encoding="utf-8",
    )
    file, papers = read(path)
    assert len(papers) == 1
    assert [skip.why for skip in file.skipped] == ["the interface answered with an error: bad id"]
