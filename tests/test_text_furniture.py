"""What publishers put round an abstract, and what only looks like it."""

import pytest

from kg.text import clean


@pytest.mark.parametrize(
    "before",
    [
        "Abstract: ",
        "ABSTRACT ",
        "Abstract\n",
        "Abstract—",
        "Abstract ",
        "[Abstract] ",
        "**Abstract**: ",
        "Summary: ",
        "<jats:title>Abstract</jats:title><jats:p>",
        "© 2019 Elsevier B.V. All rights reserved. ",
        "© 2018 IEEE. ",
        "© 2013, Springer-Verlag Berlin Heidelberg.",
        "Copyright © 2020 The Authors. ",
    ],
)
def test_what_stands_before_an_abstract_is_not_read(before: str) -> None:
    raw = before + "We do x."
    found = clean(raw)
    assert found.text == "We do x."
    assert found.to_raw(0, 2) == (len(before), len(before) + 2)


@pytest.mark.parametrize("text", ["Every year it is read.", "A, then b.", "Two-step methods are."])
def test_a_label_without_a_colon_goes_before_a_sentence(text: str) -> None:
    assert clean(f"Abstract {text}").text == text


@pytest.mark.parametrize(
    "after",
    [
        " © 2005 Wiley Periodicals, Inc.",
        " (C) 2017 Elsevier Ltd. All rights reserved.",
        "\nCopyright 2013, Elsevier Ltd. All rights reserved.",
        " All rights reserved.",
        " Copyright (c) 2020 by ACM.",
        " © The Author(s) 2021. Published by X.",
    ],
)
def test_a_copyright_line_is_not_read(after: str) -> None:
    assert clean("We do x." + after).text == "We do x."


@pytest.mark.parametrize(
    "text",
    [
        "Abstract Meaning Representation (AMR) is read.",
        "Abstract Visual Reasoning (AVR) is read.",
        "Abstractive summaries are read.",
        "Summary of the results.",
        "abstract syntax trees. We read them.",
        "We (a) do, (b) see and (c) 2019 fly. More.",
        "We study copyright. Copyright law is old, since 1999 it is new.",
        "© 2020 IEEE",
    ],
)
def test_text_of_the_same_words_stays(text: str) -> None:
    assert clean(text).text == text


def test_a_heading_of_a_section_gets_a_colon() -> None:
    raw = "<jats:title>Background</jats:title><jats:p>We do x.</jats:p><jats:title>Results:</jats:title><p>Y.</p>"
    assert clean(raw).text == "Background: We do x. Results: Y."


def test_a_formula_in_tex_and_in_mathml_is_read_once() -> None:
    raw = (
        "Let <jats:inline-formula><jats:alternatives><jats:tex-math>$$x$$</jats:tex-math>"
        "<mml:math><mml:mi>x</mml:mi></mml:math></jats:alternatives></jats:inline-formula> be."
    )
    assert clean(raw).text == "Let x be."


def test_names_kept_in_their_case_lose_only_the_mark() -> None:
    assert clean("Use <fixed-case>BERT</fixed-case>s.").text == "Use BERTs."
