"""Which short form can stand for which long form (after Schwartz and Hearst, 2003)."""

import re
from functools import lru_cache
from typing import Final

_LONGEST_SHORT: Final = 12
_INNER = re.compile(r"\s*\(([^()\s]{2,12})\)")


@lru_cache(maxsize=1 << 16)
def abbreviates(short: str, long: str) -> bool:
    """Whether `short` ("Bi-LoRA", "LLMs") plausibly abbreviates `long`: one word with a capital or a
    digit, whose letters occur in order in the longer form, the first at the start of its first word,
    and more than half of the long form's words (short ones aside) give a letter."""
    if " " in short or len(short) > _LONGEST_SHORT or not re.search(r"[^\W\d_]", short):
        return False
    if short == short.lower() or len(long) <= len(short) + 1:
        return False
    letters = [c for c in _singular(short).lower() if c.isalnum()]
    text = long.lower()
    if len(letters) < 2 or not text.startswith(letters[0]):
        return False
    return _aligned(letters, text)


def without_inner(name: str) -> str:
    """`name` without short forms that only repeat it: "chain-of-thought (CoT) distillation" without "(CoT)"."""

    def dropped(match: re.Match[str]) -> str:
        before = name[: match.start()].split()
        starts = range(len(before) - 1, -1, -1)
        known = any(abbreviates(match[1], " ".join(before[start:])) for start in starts)
        return "" if known else match[0]

    return _INNER.sub(dropped, name) if "(" in name else name


def _singular(short: str) -> str:
    return short[:-1] if short.endswith("s") and len(short) > 2 else short


def _aligned(letters: list[str], text: str) -> bool:
    """Right to left, each letter at its last place before the one after it; the first at the very start."""
    place = len(text)
    at: list[int] = []
    for n, letter in enumerate(reversed(letters)):
        first = n == len(letters) - 1
        place = 0 if first else text.rfind(letter, 1, place)
        if place < 0 or (first and text[0] != letter):
            return False
        at.append(place)
    return True
