"""Words, tag decoding and the features of the heads."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extractors import features
from extractors.decode import TAGS, spans, trimmed, viterbi
from extractors.features import (
    ENTITY_FEATURES,
    PAIR_FEATURES,
    Group,
    closest,
    entity_features,
    pairs,
)
from extractors.words import first_pieces, for_encoder, words


def test_words_end_where_mentions_may_end() -> None:
    text = "LoRA+/DoRA+ on 7B/14B, GPT-4o and snake_case"
    found = [text[a:b] for a, b in words(text)]
    assert found == [
        "LoRA", "+", "/", "DoRA", "+", "on", "7B", "/", "14B", ",", "GPT", "-", "4o", "and",
        "snake", "_", "case",
    ]  # fmt: skip


def test_rare_hyphens_are_replaced_one_for_one() -> None:
    text = "state‑of‑the‐art −1"
    assert for_encoder(text) == "state-of-the-art -1"
    assert len(for_encoder(text)) == len(text)


def test_a_word_takes_its_first_piece_and_a_dropped_word_none() -> None:
    assert first_pieces([(0, 3), (4, 5), (6, 9)], [(0, 0), (0, 2), (2, 3), (6, 9), (0, 0)]) == [
        1,
        -1,
        3,
    ]


@given(st.integers(0, 2**32 - 1), st.integers(1, 40))
@settings(max_examples=50, deadline=None)
def test_decoded_tags_continue_only_what_began(seed: int, length: int) -> None:
    scores = np.random.default_rng(seed).normal(size=(length, len(TAGS)))
    path = viterbi(scores)
    before = "O"
    for tag in (TAGS[i] for i in path):
        if tag.startswith("I-"):
            assert before[2:] == tag[2:]
        before = tag
    covered = [i for a, b, _ in spans(path) for i in range(a, b)]
    assert covered == [i for i in range(length) if path[i]]


def test_decoding_finds_the_best_allowed_sequence() -> None:
    scores = np.full((3, len(TAGS)), -5.0)
    scores[0, TAGS.index("O")] = 0.0
    # The likeliest tag alone would be a continuation of nothing.
    scores[1, TAGS.index("I-Task")] = 1.0
    scores[1, TAGS.index("B-Task")] = 0.5
    scores[2, TAGS.index("I-Task")] = 1.0
    assert spans(viterbi(scores)) == [(1, 3, 1)]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Memory-as-State (", "Memory-as-State"),
        ("low-", "low"),
        ("the bag of words of", "bag of words"),
        ("C++", "C++"),
        ("AT-GRPO", "AT-GRPO"),
        ("The Pile", "The Pile"),
        ("in-context learning", "in-context learning"),
        ("plug-in", "plug-in"),
        ("question answering (QA", "question answering"),
        ("APPLE (Active [Policy] Learning", "APPLE"),
        ("BCE) loss", "BCE"),
        ("generalized) weight normalization", "weight normalization"),
        ("(graph networks", "graph networks"),
        ("Q(λ)", "Q(λ)"),
        ("(leaky) ReLU [v2] networks", "(leaky) ReLU [v2] networks"),
        ("BERT (base]", "BERT"),
        ("f(x", "f"),
        ("x) (y", "y"),
        ("for the", ""),
        ("/ , (", ""),
    ],
)
def test_spans_lose_marks_function_words_and_half_brackets(text: str, kept: str) -> None:
    places = words(text)
    start, end, _ = trimmed((0, len(places), 0), places, text)
    assert (text[places[start][0] : places[end - 1][1]] if end > start else "") == kept


def test_entity_and_pair_features_have_the_stated_shapes() -> None:
    groups = [Group(((0, 2), (8, 9)), 0, 2), Group(((4, 5),), 1, 1), Group(((6, 7),), 2, 1)]
    sentence_of = [0] * 5 + [1] * 5
    assert entity_features(groups, 10).shape == (3, ENTITY_FEATURES)
    found, rows = pairs(groups, sentence_of)
    assert rows.shape == (6, PAIR_FEATURES)
    assert [(p.head, p.tail) for p in found[:2]] == [(0, 1), (1, 0)]
    # The closest mentions of the first two lie in words 0-2 and 4-5: words 2-4 are between.
    assert (found[0].start, found[0].end) == (2, 4)


_MENTIONS = st.lists(
    st.tuples(st.integers(0, 25), st.integers(1, 4)).map(lambda m: (m[0], sum(m))), min_size=1
).map(sorted)


@given(_MENTIONS, _MENTIONS)
def test_the_closest_mentions_are_those_of_all_pairs(
    a: list[tuple[int, int]], b: list[tuple[int, int]]
) -> None:
    def order(at: tuple[int, int]) -> tuple[int, int, int, tuple[int, int]]:
        x, y = a[at[0]], b[at[1]]
        return max(x[0] - y[1], y[0] - x[1], 0), x[0], y[0], at

    every = product(range(len(a)), range(len(b)))
    assert closest(Group(tuple(a), 0, 1), Group(tuple(b), 1, 1)) == min(every, key=order)


@given(st.lists(_MENTIONS, min_size=3, max_size=8))
def test_of_too_many_groups_the_pairs_are_those_whose_closest_mentions_are_near(
    drawn: list[list[tuple[int, int]]],
) -> None:
    groups = [Group(tuple(mentions), 0, 1) for mentions in drawn]
    sentence_of = [word // 3 for word in range(30)]
    found, rows = pairs(groups, sentence_of)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(features, "MOST_PAIRED", 2)
        near, near_rows = pairs(groups, sentence_of)
    apart = [
        abs(sentence_of[a.mentions[x][0]] - sentence_of[b.mentions[y][0]])
        for a, b in ((groups[p.head], groups[p.tail]) for p in found)
        for x, y in (closest(a, b),)
    ]
    kept = [n for n, sentences in enumerate(apart) if sentences <= features.NEAR]
    assert near == [found[n] for n in kept]
    assert np.array_equal(near_rows, rows[kept])


def test_a_whole_text_has_about_as_many_pairs_as_words() -> None:
    groups = [Group(((word, word + 1),), 0, 1) for word in range(0, 8000, 2)]
    found, _ = pairs(groups, [word // 10 for word in range(8000)])
    assert len(found) < 40 * len(groups)


@pytest.mark.parametrize("groups", [[], [Group(((0, 1),), 0, 1)]])
def test_no_pairs_without_two_groups(groups: list[Group]) -> None:
    found, rows = pairs(groups, [0])
    assert found == []
    assert rows.shape == (0, PAIR_FEATURES)
