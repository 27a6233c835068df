"""Ids from content, what tells equal papers, and display titles."""

import hashlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.ids import TITLE_LENGTH, display_title, family_names, normal_title, paper_id
from kg.records import Paper
from kg.schemes import SCHEMES, is_scheme_id, scheme_id, scheme_ids, schemes_of_url


@pytest.mark.parametrize(
    ("scheme", "given", "expected"),
    [
        ("doi", "https://doi.org/10.1000/ABC.1", "doi:10.1000/abc.1"),
        ("doi", "http://dx.doi.org/10.1000/a%28b%29", "doi:10.1000/a(b)"),
        ("doi", "doi: 10.1000/xyz.", "doi:10.1000/xyz"),
        ("doi", "(10.1000/xyz)", "doi:10.1000/xyz"),
        ("doi", "n/a", ""),
        ("arxiv", "arXiv:2301.12345v2 [cs.CL]", "arxiv:2301.12345"),
        ("arxiv", "http://arxiv.org/abs/math.GT/0309136v1", "arxiv:math/0309136"),
        ("arxiv", "https://arxiv.org/pdf/2301.12345v3.pdf", "arxiv:2301.12345"),
        ("arxiv", "see the appendix", ""),
        ("pmid", "PMID: 00123", "pmid:123"),
        ("pmid", "PMC123", ""),
        ("acl", "https://aclanthology.org/P18-1001/", "acl:P18-1001"),
        ("acl", "https://aclanthology.org/2020.ACL-main.1.pdf", "acl:2020.acl-main.1"),
        (
            "openreview",
            "https://openreview.net/forum?id=aB_-12xyz&noteId=q",
            "openreview:aB_-12xyz",
        ),
        ("s2", "CorpusId: 123", "s2:123"),
        ("openalex", "https://openalex.org/w12", "openalex:W12"),
        ("wos", "WOS:000123456700001", "wos:000123456700001"),
    ],
)
def test_an_id_has_one_form_however_it_is_written(scheme: str, given: str, expected: str) -> None:
    assert scheme_id(scheme, given) == expected


@given(st.sampled_from(SCHEMES), st.text(max_size=30))
@settings(max_examples=200, deadline=None)
def test_a_normal_form_is_its_own_normal_form(scheme: str, value: str) -> None:
    normal = scheme_id(scheme, value)
    assert normal == "" or is_scheme_id(normal)


def test_the_first_scheme_in_order_gives_the_paper_its_id() -> None:
    schemes = {"openalex": "W1", "arXiv": "2301.00001v4", "pmid": "7"}
    assert scheme_ids(schemes) == ("arxiv:2301.00001", "pmid:7", "openalex:W1")
    assert paper_id(title="T", abstract="A", authors=(), schemes=schemes) == "arxiv:2301.00001"


def test_a_doi_of_arxiv_or_acl_also_gives_that_id() -> None:
    assert scheme_ids({"doi": "10.48550/arXiv.2301.00001"})[1:] == ("arxiv:2301.00001",)
    assert scheme_ids({"doi": "10.18653/v1/2020.acl-main.1"})[1:] == ("acl:2020.acl-main.1",)


def test_the_address_of_a_page_gives_the_id_in_it() -> None:
    found = scheme_ids(schemes_of_url("https://arxiv.org/abs/2301.00001v2"))
    assert found == ("arxiv:2301.00001",)
    assert schemes_of_url("https://example.org/2301.00001") == {}


def test_without_scheme_ids_title_and_first_family_name_are_hashed() -> None:
    id = paper_id(
        title="On **Graphs**: a Survey", abstract="x", authors=("Ann de Lee", "B C"), schemes={}
    )
    assert id == hashlib.sha256(b"ongraphsasurveylee").hexdigest()[:16]


def test_markup_case_and_the_form_of_a_name_do_not_change_the_id() -> None:
    first = paper_id(title="On *Graphs*", abstract="", authors=("Ann Lee",), schemes={})
    second = paper_id(title="on graphs.", abstract="y", authors=("Lee, A.",), schemes={"doi": "-"})
    assert first == second


def test_without_a_title_the_abstract_is_hashed() -> None:
    id = paper_id(title=" ", abstract="We do **x**.", authors=("Ann Lee",), schemes={})
    assert id == hashlib.sha256(b"wedox").hexdigest()[:16]


def test_abstracts_without_letters_keep_different_ids() -> None:
    ids = {paper_id(title="", abstract=a, authors=(), schemes={}) for a in ("?!", "...", "—")}
    assert len(ids) == 3


@pytest.mark.parametrize(
    ("author", "family"),
    [
        ("Laurens van der Maaten", "maaten"),
        ("van der Maaten, Laurens", "maaten"),
        ("Smith JA", "smith"),
        ("Smith J.-A.", "smith"),
        ("Martin L. King Jr.", "king"),
        ("Jürgen Müller", "muller"),
        ("Plato", "plato"),
    ],
)
def test_the_family_name_is_found_in_every_form(author: str, family: str) -> None:
    assert family_names([author]) == {family}


def paper(title: str, abstract: str = "a") -> Paper:
    return Paper(id=f"own-{title}", abstract=abstract, title=title)


def test_titles_compare_across_widths_ligatures_and_markup() -> None:
    assert normal_title("Eﬃcient ＡＩ with $x^2$") == normal_title("efficient AI with x^2")


def test_a_given_title_is_shown_clean_and_whole() -> None:
    long = "A **bold** title " + "word " * 40
    assert display_title(paper(long), "X") == f"A bold title {'word ' * 40}".strip()


def test_a_paper_without_title_is_called_by_what_it_proposes() -> None:
    assert display_title(paper("", abstract="We propose X. It works."), "X") == "X"


@pytest.mark.parametrize(
    ("abstract", "title"),
    [
        (
            "Decentralized learning scales well, yet it is hindered.",
            "Decentralized learning scales well",
        ),
        ("Recently, models grew. More text.", "Recently, models grew"),
        ("One word", "One word"),
        ("", "own-"),
    ],
)
def test_else_by_the_first_clause_of_its_abstract(abstract: str, title: str) -> None:
    assert display_title(paper("", abstract=abstract), None) == title


@given(st.text(max_size=300), st.none() | st.text(max_size=120))
@settings(max_examples=100, deadline=None)
def test_a_display_title_is_never_empty_and_about_80_characters(
    abstract: str, name: str | None
) -> None:
    title = display_title(paper("", abstract=abstract), name)
    assert 0 < len(title) <= TITLE_LENGTH + 1
