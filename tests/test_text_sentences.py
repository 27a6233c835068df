"""Sentences end where a reader would say so."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.text import sentences


@pytest.mark.parametrize(
    "text",
    [
        "See Fig. 3 for details.",
        "As Smith et al. 2019 show, it works.",
        "Models, e.g. BERT, i.e. encoders vs. decoders.",
        "We extend work by J. Smith and D. E. Knuth.",
        "It gains 3.5 points over v1.5 models.",
        "Drawn i.i.d. from a source w.r.t. Gaussian noise.",
        "WoW! provides one benchmark.",
    ],
)
def test_an_abbreviation_or_number_ends_no_sentence(text: str) -> None:
    assert sentences(text) == [(0, len(text))]


@pytest.mark.parametrize(
    "parts",
    [
        ["It works.", "We show why."],
        ["Does it? (Yes!)", "“Fine.”", "Then 3 more."],
        ["We use BERT, GPT, etc.", "They differ."],
        ["It handles size N.", "We show it."],
        ["It helps.", "mCLM also reasons.", "(ii) it scales."],
    ],
)
def test_sentences_are_split_at_their_ends(parts: list[str]) -> None:
    text = " ".join(parts)
    expected = [piece for part in parts for piece in part.replace("? (", "?\n(").split("\n")]
    assert [text[a:b] for a, b in sentences(text)] == expected


@given(st.text(alphabet="aB.!? ()\"'1", max_size=60))
def test_sentences_cover_all_but_spaces(text: str) -> None:
    spans = sentences(text)
    assert "".join(text[a:b] for a, b in spans).replace(" ", "") == text.replace(" ", "")
    assert all(a < b for a, b in spans)
    assert all(one[1] <= two[0] for one, two in pairwise(spans))
