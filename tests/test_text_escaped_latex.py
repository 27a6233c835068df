"""LaTeX that a reference manager escaped into BibTeX, and signs in braces."""

import pytest

from kg.text import clean


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (r"an accuracy of {\textbackslash}mathbf\{92\}\%", "an accuracy of 92%"),
        (r"from 89\% {\textbackslash}rightarrow 92\%", "from 89% → 92%"),
        (r"on 224 {\textbackslash}times 224 images", "on 224 × 224 images"),
        (r"\${\textbackslash}alpha{\textasciicircum}2\$ and a\_b", "α^2 and a_b"),
        (r"(p{\textless}0.05, {\textbackslash}leq 3)", "(p<0.05, ≤ 3)"),
        (r"our own \textbackslash{}textbf\textbraceleft{}X\textbraceright{}", "our own X"),
    ],
)
def test_escaped_latex_is_read_as_what_was_escaped(raw: str, text: str) -> None:
    assert clean(raw).text == text


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (r"a path C:{\textbackslash}", "a path C:\\"),
        (r"the set \{a, b\} stays", "the set {a, b} stays"),
        (r"a {\textless} b{\textasciicircum}", "a < b^"),
    ],
)
def test_other_escapes_are_characters(raw: str, text: str) -> None:
    assert clean(raw).text == text


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("{[}5] and {*}{*}data{*}{*}", "[5] and **data**"),
        ("a {-1, 1} set", "a {-1, 1} set"),
        ("1{,}000 of {GPT}-{4}", "1,000 of GPT-4"),
    ],
)
def test_a_sign_in_braces_is_that_sign(raw: str, text: str) -> None:
    assert clean(raw).text == text


def test_offsets_hold_the_escapes() -> None:
    raw = r"see {\textbackslash}alpha here"
    cleaned = clean(raw)
    at = cleaned.text.index("α")
    start, end = cleaned.to_raw(at, at + 1)
    assert raw[start:end] == r"{\textbackslash}alpha"
    assert cleaned.to_clean(start, end) == (at, at + 1)
