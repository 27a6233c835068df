"""From raw rows to an answer: score, round, order, cut. Done here alone, so that both homes agree."""

import heapq
from collections.abc import Callable, Iterable
from functools import lru_cache
from math import fsum, log1p
from operator import itemgetter
from typing import Any

from queries.base.registry import Question, RawRow

PLACES = 6


@lru_cache(maxsize=4096)
def rarity(df: int, n: int) -> float:
    """How much an entity in `df` of `n` papers tells: log(1 + n / df), an inverse document frequency."""
    return log1p(n / df)


def shared_rarity(row: RawRow) -> float:
    """The summed rarity of `row["shared"]`, pairs of (entity, df), among `row["n"]` papers."""
    n = row["n"]
    return fsum(rarity(df, n) for _, df in row["shared"])


def ranked(question: Question, rows: Iterable[RawRow], limit: int) -> list[RawRow]:
    """The first `limit` rows (0: all) by falling score, then by keys; `score` is added where there is one."""
    places = _order(question)
    keyed = ((places(row), row) for row in rows)
    first = itemgetter(0)
    best = heapq.nsmallest(limit, keyed, key=first) if limit else sorted(keyed, key=first)
    if question.score is None:
        return [row for _, row in best]
    return [{**row, "score": -place[0]} for place, row in best]


def _order(question: Question) -> Callable[[RawRow], tuple[Any, ...]]:
    """Where a row stands: its score turned round, then its keys."""
    score, keys = question.score, question.keys
    if score is None:
        return lambda row: tuple(row[key] for key in keys)
    return lambda row: (-round(score(row), PLACES), *(row[key] for key in keys))
