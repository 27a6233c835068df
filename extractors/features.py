"""What the entity and relation heads read besides the encoder's vectors: plain numbers, no weights.

Training and inference share this file, so that both see the same features.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import accumulate, combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]

#: Number of features of an entity and of a pair of entities.
ENTITY_FEATURES = 9
PAIR_FEATURES = 14

#: Entities of which all pairs are looked at. No abstract has more; of a whole text the pairs would fill the memory.
MOST_PAIRED = 80
#: Sentences that a pair's closest mentions may lie apart where there are more entities.
NEAR = 3

# Word distances at which a pair's closest mentions fall into the next bucket.
_BUCKETS = (0, 1, 2, 4, 8, 16, 32, 64)


class Group(NamedTuple):
    """An entity of one abstract: its mentions as [first word, end word), sorted, and its type's index."""

    mentions: tuple[tuple[int, int], ...]
    type: int
    forms: int


class Pair(NamedTuple):
    """An ordered pair of entities with the words [start, end) between their closest mentions."""

    head: int
    tail: int
    start: int
    end: int


def entity_features(groups: Sequence[Group], n_words: int) -> Floats:
    """(groups, ENTITY_FEATURES): type, count, first and last position, forms, length in words."""
    out = np.zeros((len(groups), ENTITY_FEATURES), dtype=np.float32)
    for row, g in zip(out, groups, strict=True):
        row[g.type] = 1.0
        row[3] = np.log1p(len(g.mentions))
        row[4] = g.mentions[0][0] / n_words
        row[5] = g.mentions[-1][0] / n_words
        row[6] = float(g.forms > 1)
        row[7] = max(b - a for a, b in g.mentions) / 4.0
        row[8] = float(len(g.mentions) > 1)
    return out


def closest(a: Group, b: Group) -> tuple[int, int]:
    """Indexes of the closest mentions of two groups; the earliest pair on a tie."""
    starts = [start for start, _ in b.mentions]
    furthest = list(accumulate((end for _, end in b.mentions), max))
    return min(
        (max(x[0] - y[1], y[0] - x[1], 0), x[0], y[0], i, j)
        for i, x in enumerate(a.mentions)
        for j in _neighbours(x[0], starts, furthest)
        for y in (b.mentions[j],)
    )[3:]


def _neighbours(word: int, starts: Sequence[int], furthest: Sequence[int]) -> list[int]:
    """Of mentions sorted by their starts, the closest to what begins at `word` on either side, the earliest of
    equals; `furthest` are the ends that those up to each have reached.
    """
    after = bisect_right(starts, word)
    found = [after] if after < len(starts) else []
    if after:
        found.append(bisect_left(furthest, min(word, furthest[after - 1])))
    return found


def pairs(groups: Sequence[Group], sentence_of: Sequence[int]) -> tuple[list[Pair], Floats]:
    """Ordered pairs of different groups and their (pairs, PAIR_FEATURES) features.

    All pairs of up to `MOST_PAIRED` groups; of more, those whose closest mentions lie at most `NEAR` sentences
    apart. `sentence_of` gives each word's sentence. Features: distance bucket, which comes first, whether
    the closest mentions share a sentence, how many pairs of mentions do, sentence distance.
    """
    found: list[Pair] = []
    rows: list[Floats] = []
    sentences = [{sentence_of[m[0]] for m in g.mentions} for g in groups]
    all_of_them = len(groups) <= MOST_PAIRED
    for i, j in combinations(range(len(groups)), 2) if all_of_them else _near(sentences):
        a, b = groups[i], groups[j]
        x, y = closest(a, b)
        m, n = a.mentions[x], b.mentions[y]
        apart = abs(sentence_of[m[0]] - sentence_of[n[0]])
        if apart > NEAR and not all_of_them:
            continue
        first, second = (m, n) if m <= n else (n, m)
        start, end = first[1], max(second[0], first[1])
        row = np.zeros(PAIR_FEATURES, dtype=np.float32)
        row[int(np.searchsorted(_BUCKETS, end - start))] = 1.0
        row[10] = float(apart == 0)
        row[11] = float(apart == 1)
        row[12] = min(len(sentences[i] & sentences[j]), 3) / 3.0
        row[13] = min(apart, 8) / 8.0
        back = row.copy()
        row[9], back[9] = float(m < n), float(n < m)
        found += [Pair(i, j, start, end), Pair(j, i, start, end)]
        rows += [row, back]
    return found, np.array(rows, dtype=np.float32).reshape(-1, PAIR_FEATURES)


def _near(sentences: Sequence[set[int]]) -> Iterator[tuple[int, int]]:
    """Pairs of groups, in order, of which some mentions lie at most `NEAR` sentences apart."""
    held: defaultdict[int, set[int]] = defaultdict(set)
    for group, own in enumerate(sentences):
        for sentence in own:
            held[sentence].add(group)
    for i, own in enumerate(sentences):
        around = {s + step for s in own for step in range(-NEAR, NEAR + 1)}
        yield from (
            (i, j) for j in sorted({g for s in around & held.keys() for g in held[s]}) if j > i
        )
