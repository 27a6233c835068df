"""Words of a clean text and the word pieces that stand for them.

A word is a run of letters and digits or a single mark, so that every mention boundary that the contract allows
(`LoRA+` in `LoRA+/DoRA+`, `14B` in `7B/14B`) is a word boundary.
"""

import re
from collections.abc import Sequence

from kg.records import Span

_WORD = re.compile(r"[^\W_]+|[^\w\s]|_")

# Hyphens that the encoder's vocabulary lacks; one character each, so that offsets stay.
_FOR_ENCODER = str.maketrans({"‐": "-", "‑": "-", "−": "-", "’": "'", "‘": "'"})


def words(text: str) -> list[Span]:
    """[start, end) of every word of `text`, in text order."""
    return [m.span() for m in _WORD.finditer(text)]


def for_encoder(text: str) -> str:
    """`text` with rare hyphens and quotes replaced one for one; the same length."""
    return text.translate(_FOR_ENCODER)


def first_pieces(spans: Sequence[Span], offsets: Sequence[Span]) -> list[int]:
    """For each word the index of its first word piece, or -1 where the tokenizer dropped it.

    `offsets` are the pieces' [start, end) in the same text, special pieces having start == end.
    """
    found = [-1] * len(spans)
    word = 0
    for piece, (start, end) in enumerate(offsets):
        if start == end:
            continue
        while word < len(spans) and spans[word][1] <= start:
            word += 1
        if word < len(spans) and spans[word][0] <= start and found[word] < 0:
            found[word] = piece
    return found
