"""BibTeX: dialects, escapes, and what is broken in files that people have."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.output.bibtex import write
from kg.readers import ReadLog, Skip
from kg.readers.bibtex import entry_paper, read, sniff
from kg.readers.bibtex_syntax import Entry, Fault, entries
from kg.readers.bibtex_text import split_names, ungroup
from kg.readers.source import InputText
from kg.records import Paper, PaperNode
from kg.text import clean

Read = Callable[[str | bytes], tuple[list[Paper], ReadLog]]

SAMPLE = r"""% A comment with an @ and an = in it
@string{ proc = "Proceedings of " # nobody }

@article{ WOS:0001,
Author = {Fikl, Alexandru and Kl\"ockner, Andreas},
Title = {{A Fast {BERT} Solver}},
Journal = {J. Sci. \& Comput.},
Year = {2026},
Abstract = {Wrapped over
   lines {[}1], 98\% good.},
DOI = {10.1007/s10915-025\_03174-8},
Unique-ID = {WOS:000166145000001},
}

@inproceedings{belz-2022,
    title = "Assessment of {NLP:} {\'E}tude {"}quoted{"}",
    author = "Belz, Anya  and
      {Barnes and Noble, Inc.} and others",
    booktitle = proc # {the 2nd},
    month = may,
    year = "2022",
    url = "https://aclanthology.org/2022.acl-long.2/",
    abstract = "Said \"so\", it works.",
    keywords = "a (b, c), d"
}
@comment{jabref-meta: databaseType:bibtex;}
@misc(m1, title = {Attention}, eprint = {1706.03762}, archiveprefix = "arXiv", year = 2017)
"""


@pytest.fixture
def bib(tmp_path: Path) -> Read:
    def reading(content: str | bytes) -> tuple[list[Paper], ReadLog]:
        path = tmp_path / "x.bib"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        log = ReadLog()
        with InputText(str(path), "x.bib", None) as text:
            assert sniff(text.head, text.name)
            return [paper for paper, _ in read(text, log)], log

    return reading


def parsed(content: str) -> list[Entry | Fault]:
    return list(entries(content.splitlines(keepends=True)))


def test_the_dialects_give_their_papers(bib: Read) -> None:
    papers, log = bib(SAMPLE)
    assert (log.skipped, log.notes) == ([], [])
    wos, acl, misc = papers
    assert wos == Paper(
        id="doi:10.1007/s10915-025_03174-8",
        abstract="Wrapped over\n   lines {[}1], 98\\% good.",
        title="A Fast BERT Solver",
        year=2026,
        venue="J. Sci. & Comput.",
        authors=("Fikl, Alexandru", "Klöckner, Andreas"),
        ids=("wos:000166145000001",),
        extra={"citation_key": "WOS:0001"},
    )
    assert clean(wos.abstract).text == "Wrapped over lines [1], 98% good."
    assert acl.id == "acl:2022.acl-long.2"
    assert clean(acl.title).text == 'Assessment of NLP: Étude "quoted"'
    assert acl.authors == ("Belz, Anya", "Barnes and Noble, Inc.")
    assert acl.venue == "Proceedings of nobodythe 2nd"
    assert acl.abstract == r"Said \"so\", it works."
    assert acl.extra["keywords"] == ["a (b, c)", "d"]
    assert (misc.id, misc.year, misc.title) == ("arxiv:1706.03762", 2017, "Attention")


@pytest.mark.parametrize(
    ("fields", "ids"),
    [
        ({"doi": r"https://doi.org/10.1000/A\_b{\_}c"}, ["doi:10.1000/a_b_c"]),
        ({"doi": r"10.1002/x{\textless}1::aid{\textgreater}3"}, ["doi:10.1002/x<1::aid>3"]),
        ({"eprint": "1706.03762"}, ["arxiv:1706.03762"]),
        ({"eprint": "123456", "eprinttype": "pubmed"}, ["pmid:123456"]),
        ({"journal": "arXiv preprint arXiv:1706.03762"}, ["arxiv:1706.03762"]),
        ({"note": "arXiv:cs/0112017 [cs]"}, ["arxiv:cs/0112017"]),
        ({"note": "extends arXiv:1706.03762"}, []),
        ({"howpublished": r"\url{https://openreview.net/forum?id=abc\_defg}"}, ["openreview:abc_defg"]),
        ({"isi": "ISI:000166145000001"}, ["wos:000166145000001"]),
        ({"pmid": "000123", "doi": "10.1000/x"}, ["doi:10.1000/x", "pmid:123"]),
    ],
)  # fmt: skip
def test_ids_are_found_where_tools_put_them(fields: dict[str, str], ids: list[str]) -> None:
    paper = entry_paper("key", {"title": "T", **fields})
    assert paper is not None
    assert [i for i in (paper.id, *paper.ids) if ":" in i] == ids


def test_a_key_is_no_id() -> None:
    papers = [entry_paper(key, {"title": "T"}) for key in ("arxiv:1706.03762", "x")]
    assert len({paper.id for paper in papers if paper}) == 1


@pytest.mark.parametrize(
    ("text", "keys"),
    [
        ("@a{k, title={x}}\n@a{k, title={y}}", ["k", "k"]),
        ("@a{, title={x}}", [""]),
        ("@a{title={x}, year=2020}", [""]),
        ("@a{k title={x}}", ["k"]),
        ("@a{two words, title={x}}", ["two words"]),
        ("@a{k, title={x} year={2020}}", ["k"]),
        ("@a\n{k,\n title\n=\n{x}\n,}", ["k"]),
        ("@a{k, title={x}} @a{l, title={x}}", ["k", "l"]),
        ("@a{k, TITLE = x, }", ["k"]),
        ("@comment{\n@a{k, title={x}}\n}", ["k"]),
        ("@a{k,% why\n title={x}, % so\n year=1}", ["k"]),
        ("@preamble{\"x\"}@a{k, title={x}}", ["k"]),
    ],
)  # fmt: skip
def test_loose_syntax_is_read(text: str, keys: list[str]) -> None:
    found = parsed(text)
    assert [e.key for e in found if isinstance(e, Entry)] == keys
    assert all(isinstance(e, Entry) and e.fields["title"] in "xy" and not e.odd for e in found)


def test_a_brace_never_closed_costs_one_entry() -> None:
    found = parsed("@a{k1, title={x}}\n@a{k2, title={y {z},\n year={1}}\n@a{k3, title={x}}\n")
    assert [type(e) for e in found] == [Entry, Fault, Entry]
    assert found[1] == Fault(2, "@a: a brace is not closed")


@pytest.mark.parametrize(
    ("text", "odd"),
    [
        ("@a{k, title={x}, year={1}\n@a{l, title={x}}", "its last brace lacks"),
        ("@a{k, title={x} y}, year={1}}", "text between its fields"),
        ("@a{k, title={x}}, year={1}}", "a brace too many"),
        ("@a{k, title={x}, year={1}, title={other}}", "title given twice, the second left out"),
    ],
)
def test_what_can_be_read_of_a_broken_entry_is_read_and_told(text: str, odd: str) -> None:
    first = parsed(text)[0]
    assert isinstance(first, Entry)
    assert (first.fields, first.odd) == ({"title": "x", "year": "1"}, odd)


def test_broken_entries_are_named_by_line(bib: Read) -> None:
    papers, log = bib("\n@a{k1, title={x}}\n@a{k2, year={1}}\n@a{k3, title={y}\n\n@a{k4, title={\n")
    assert [p.title for p in papers] == ["x", "y"]
    assert log.skipped == [
        Skip("x.bib:3", "@a{k2} has neither title, abstract nor id"),
        Skip("x.bib:6", "@a: a brace is not closed"),
    ]
    assert log.notes == [
        "x.bib: entries with text that could not be read: 1 (first: line 4: its last brace lacks)"
    ]


def test_fields_that_an_early_brace_cut_off_are_named() -> None:
    found = parsed("@a{k, title={x}}\n abstract = {lost},\n}\n")
    assert found[1] == Fault(2, "fields outside of an entry; a brace before them closes too early")


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (r"{an open \{ brace}", r"an open \{ brace"),
        (r"{a closing \} brace}", r"a closing \} brace"),
        (r"{C:\dir\}", "C:\\dir\\"),
        (r"{C:\\dir\\}", r"C:\\dir\\"),
        ('"a {"} mark"', 'a {"} mark'),
        ('"the "best" way"', 'the "best" way'),
        ("{{doubled}}", "doubled"),
        ("{{A} and {B}}", "{A} and {B}"),
        ("12", "12"),
        ("three bare words", "three bare words"),
        ('{a} # "b" # mac', "abc"),
        ("", ""),
    ],
)
def test_values_end_where_they_should(value: str, text: str) -> None:
    found = parsed(f"@string{{mac = {{c}}}}\n@a{{k, note = {value},\n  title = {{t}}\n}}\n")
    assert found == [Entry(2, "a", "k", {"note": text, "title": "t"})]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("{BERT:} {GPT-4}", "BERT: GPT-4"),
        (r"\textit{x} and {\"o} in $O(n^{2})$", r"\textit{x} and {\"o} in $O(n^{2})$"),
        (r"$\frac{a}{b}$ \href{u}{v} {{W}hat}", r"$\frac{a}{b}$ \href{u}{v} What"),
        ("un}balanced {", "un}balanced {"),
    ],
)
def test_only_grouping_braces_go(text: str, shown: str) -> None:
    assert ungroup(text) == shown


def test_names_are_parted_at_and() -> None:
    text = r"M{\"u}ller, {\'A}. and {\v C}ap, J\=anis AND {Food and Drug} and S{\o}ren {\L}uk"
    assert split_names(text) == ("Müller, Á.", "Čap, Jānis", "Food and Drug", "Søren Łuk")


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
def test_encodings_and_line_ends_do_not_matter(bib: Read, encoding: str, ends: str) -> None:
    text = "% x\n@article{,\n  title = {Ü ist ein Umlaut},\n  abstract = {25° C},\n}\n"
    papers, _ = bib(text.replace("\n", ends).encode(encoding))
    assert [(p.title, p.abstract) for p in papers] == [("Ü ist ein Umlaut", "25° C")]


def test_scopus_lines_and_keywords_are_read(bib: Read) -> None:
    text = (
        "Scopus\nEXPORT DATE: 18 May 2020\n\n@ARTICLE{Lee2020,\nauthor={Lee, A. and Wu, B.},\n"
        "title={T},\npubmed_id={77},\nauthor_keywords={a;  b},\nkeywords={Indexed},\n"
        "abstract={[No abstract available]},\n}\n"
    )
    assert sniff(text, "scopus.txt")
    (paper,), _ = bib(text)
    assert (paper.id, paper.abstract, paper.extra["keywords"]) == ("pmid:77", "", ["a", "b"])


def test_a_crossref_is_noted(bib: Read) -> None:
    _, log = bib("@a{k, title={x}, crossref={p}}\n@proceedings{p, title={P}, year=2020}\n")
    assert log.notes == [
        "x.bib: entries with venue or year only in a crossref, which is not followed: 1 (first: line 1)"
    ]


@pytest.mark.parametrize("text", ["@user said so", "a b@c.org {x}", '{"a": 1}', "TY  - JOUR\n", ""])
def test_other_text_is_no_bibtex(text: str) -> None:
    assert not sniff(text, "x.txt")


@settings(max_examples=60, deadline=None)
@given(st.text('@a{}(),="#\\%\n k1', max_size=200))
def test_any_text_is_parsed_to_entries_and_faults(text: str) -> None:
    assert all(item.line >= 1 for item in parsed(text))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, len(SAMPLE)), st.integers(0, len(SAMPLE)))
def test_a_cut_loses_no_later_entry(i: int, j: int) -> None:
    """Whatever lies between i and j gone, entries that begin at a later line are read whole."""
    i, j = sorted((i, j))

    def read_whole(text: str) -> list[tuple[str, str, str]]:
        found = [entry for entry in parsed(text) if isinstance(entry, Entry)]
        return [(e.key, e.fields.get("title", ""), e.fields.get("year", "")) for e in found]

    tail = SAMPLE[j:]
    begins = tail.find("\n@")
    expected = read_whole(tail[begins:]) if begins >= 0 else []
    found = read_whole(SAMPLE[:i] + tail)
    assert found[len(found) - len(expected) :] == expected


def test_macros_of_macros_do_not_fill_the_memory() -> None:
    doubled = "".join(f"@string{{a{n + 1} = a{n} # a{n}}}\n" for n in range(60))
    found = parsed('@string{a0 = "0123456789"}\n' + doubled + "@a{k, title={x}}\n")
    assert {type(item) for item in found} == {Entry, Fault}
    assert found[0] == Fault(10, "@string: its macros grow beyond reason")
    fields = ", ".join(f"f{n} = a7" for n in range(9000))
    assert isinstance(parsed("@string{a7 = {0123456789}}@a{k, " + fields + "}")[0], Fault)


def test_lines_are_counted_through_comments_and_macros() -> None:
    text = "\n@comment{a\nb} @string{\nx = {y}} @a{k,\n title={x}} @a{l,\n\n title=x}\n@a{m}\n"
    found = [(e.line, e.key, e.fields.get("title")) for e in parsed(text) if isinstance(e, Entry)]
    assert found == [(4, "k", "x"), (5, "l", "y"), (8, "m", None)]


def test_our_own_export_comes_back(bib: Read, tmp_path: Path) -> None:
    node = PaperNode(
        "doi:10.1000/a_b", "The {C++} & $x_1$ 100% \\of~it", "", r"An \alpha {abstract}, 5 < 6.", 2024,
        "ICLR", ("Ann Lée", "Food and Drug"), "https://x.org/a_b~c", ("arxiv:1706.03762",), {},
    )  # fmt: skip
    path = tmp_path / "out.bib"
    with path.open("w", encoding="utf-8") as stream:
        write([node], stream)
    (paper,), log = bib(path.read_bytes())
    assert (log.skipped, log.notes) == ([], [])
    assert (paper.id, paper.ids) == (node.id, node.ids)
    assert (paper.year, paper.venue, paper.authors, paper.url) == (
        node.year, node.venue, node.authors, node.url,
    )  # fmt: skip
    assert clean(paper.abstract).text == clean(node.abstract).text


@pytest.mark.parametrize(
    "unit",
    ["{", "@a{", '"', '@a{k,a="', "@a{k,a={", ",a=", "@a{k, \n", "\\", "{}", " ", ", ", "@a{}"],
)
def test_work_is_linear_in_hostile_text(unit: str) -> None:
    """Hangs, rather than fails, if it is not."""
    parsed("@a{k, title = " + unit * 30_000)
    parsed('@a{k, title = "' + unit * 30_000)
    ungroup(unit * 30_000)
