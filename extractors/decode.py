"""From tag scores to spans: constrained BIO decoding (Viterbi) over words."""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from kg.schema import ENTITY_TYPES

#: Types in the order of the tags: the tag sequence is O, B-Method, I-Method, B-Task, ...
TAG_TYPES: Final = ("Method", "Task", "Dataset")
TAGS: Final = ("O", *(f"{prefix}-{kind}" for kind in TAG_TYPES for prefix in "BI"))

assert set(TAG_TYPES) == set(ENTITY_TYPES)

_FORBIDDEN = np.zeros((len(TAGS), len(TAGS)), dtype=np.float32)
for _to, _tag in enumerate(TAGS):
    if _tag.startswith("I-"):
        for _from in range(len(TAGS)):
            if _from not in (_to, _to - 1):
                _FORBIDDEN[_from, _to] = -np.inf


def viterbi(scores: NDArray[np.floating[Any]]) -> NDArray[np.int64]:
    """The best allowed tag sequence for `scores` (words, tags): I-X only after B-X or I-X."""
    n = len(scores)
    back = np.zeros((n, len(TAGS)), dtype=np.int64)
    best = scores[0] + np.where([t.startswith("I-") for t in TAGS], -np.inf, 0.0)
    for i in range(1, n):
        steps = best[:, None] + _FORBIDDEN
        back[i] = steps.argmax(0)
        best = steps.max(0) + scores[i]
    path = np.empty(n, dtype=np.int64)
    path[-1] = int(best.argmax())
    for i in range(n - 1, 0, -1):
        path[i - 1] = back[i, path[i]]
    return path


def spans(path: NDArray[np.int64]) -> list[tuple[int, int, int]]:
    """(first word, end word, index into TAG_TYPES) of every span of a tag path, in order."""
    found: list[tuple[int, int, int]] = []
    start = -1
    for i, tag in enumerate([*path.tolist(), 0]):
        if start >= 0 and not (tag and tag % 2 == 0):
            found.append((start, i, (int(path[start]) - 1) // 2))
            start = -1
        if tag % 2 == 1:
            start = i
    return found


# No term ends with these marks, and none begins with a mark of the second kind.
_NEVER_LAST: Final = frozenset("([-–—/,;:=&")
_NEVER_FIRST: Final = frozenset(")]-–—/,;:=&")
# Nor with these words where they stand alone: "in-context learning", "AT-GRPO" and "The Pile" are whole.
_FUNCTION_WORDS: Final = frozenset(
    ("a", "an", "the", "of", "with", "for", "and", "or", "in", "on", "to", "by", "from", "as", "at")
)


def trimmed(
    span: tuple[int, int, int], words: Sequence[tuple[int, int]], text: str
) -> tuple[int, int, int]:
    """The span without marks and function words at its edges, cut at a bracket that has no partner in it.

    Empty (start == end) if nothing is left. `words` are [start, end) of all words of `text`.
    """
    start, end, kind = span
    start, end = _within_brackets(start, end, [text[a:b] for a, b in words[start:end]])

    def stray(word: int, marks: frozenset[str], beside: int) -> bool:
        a, b = words[word]
        return text[a:b] in marks or (
            text[a:b] in _FUNCTION_WORDS and text[beside : beside + 1].isspace()
        )

    while start < end and stray(end - 1, _NEVER_LAST, words[end - 1][0] - 1):
        end -= 1
    while start < end and stray(start, _NEVER_FIRST, words[start][1]):
        start += 1
    return start, end, kind


_PARTNERS: Final = {")": "(", "]": "[", "}": "{"}


def _within_brackets(start: int, end: int, words: Sequence[str]) -> tuple[int, int]:
    """[start, end) without what lies beyond a bracket whose partner lies outside; `words` are those between.

    Of "question answering (QA" stays what stands before, of "BCE) loss" the name in the brackets, of
    "generalized) normalization", which names nothing there, what follows.
    """
    opened: list[int] = []
    for i, word in enumerate(words):
        if word in _PARTNERS.values():
            opened.append(i)
        elif word in _PARTNERS:
            if opened and words[opened[-1]] == _PARTNERS[word]:
                opened.pop()
            elif any(w != w.lower() for w in words[:i]):
                return _within_brackets(start, start + i, words[:i])
            else:
                return _within_brackets(start + i + 1, end, words[i + 1 :])
    if opened and opened[0] == 0:
        return _within_brackets(start + 1, end, words[1:])
    return (start, start + opened[0]) if opened else (start, end)
