"""The closest mentions of two entities."""

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from kg.records import Span
from kg.text import closest_pair


def test_the_closest_pair_is_the_earliest_of_equal_gaps() -> None:
    assert closest_pair([(0, 2), (20, 22)], [(5, 7), (25, 27)]) == ((0, 2), (5, 7))
    assert closest_pair([], [(0, 1)]) is None


_SPANS = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 6)).map(lambda s: (s[0], sum(s))))


@given(_SPANS, _SPANS)
def test_the_closest_pair_is_that_of_all_pairs(heads: list[Span], tails: list[Span]) -> None:
    def order(pair: tuple[Span, Span]) -> tuple[int, Span, Span, Span]:
        head, tail = pair
        return max(head[0] - tail[1], tail[0] - head[1], 0), min(pair), head, tail

    assert closest_pair(heads, tails) == min(product(heads, tails), key=order, default=None)


def test_many_mentions_of_two_entities_are_no_work() -> None:
    heads = [(n, n + 1) for n in range(0, 400_000, 4)]
    tails = [(n + 2, n + 3) for n, _ in heads]
    assert closest_pair(heads, tails) == ((0, 1), (2, 3))
