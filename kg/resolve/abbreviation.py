"""Which short form can stand for which long form (after Schwartz and Hearst, 2003)."""

import re
from functools import lru_cache
from typing import Final

from kg.resolve.normal import normal, words

_LONGEST_SHORT: Final = 12
_GREEK: Final = frozenset("αβγδεζηθικλμµνξοπρστυφχψω")
_PARTS = re.compile(r"[\s\-‐‑–—/]+")
_INNER = re.compile(r"\s*\(([^()\s]{2,12})\)")


@lru_cache(maxsize=1 << 16)
def abbreviates(short: str, long: str) -> bool:
    """Whether `short` ("Bi-LoRA", "LLMs") plausibly abbreviates `long`: one word with a capital, whose
    letters stand in the longer form in this order, the first at its very start and one at the start of its
    last word. A part of the longer form does not ("CoT" of "CoT reasoning"), and the shortest long form
    counts ("direct preference optimization", not "diffusion direct preference optimization").
    """
    if not _looks_short(short) or len(long) <= len(short) + 1:
        return False
    key = normal(short)
    if key in words(long) or normal(long).startswith(key):
        return False
    letters = _letters(short[:-1] if short.endswith("s") else short, long)
    parts = [part for part in _PARTS.split(long.lower()) if part]
    if len(letters) < 2 or not _aligned(letters, parts):
        return False
    return not any(_aligned(letters, parts[start:]) for start in range(1, len(parts) - 1))


def without_inner(name: str) -> str:
    """`name` without short forms that only repeat it: "chain-of-thought (CoT) distillation" without "(CoT)"."""
    if "(" not in name:
        return name
    return _INNER.sub(lambda match: "" if _defined(name, match) else match[0], name)


def inner_definitions(name: str) -> list[tuple[str, str]]:
    """(short form, long form) for every short form that stands in brackets behind its long form."""
    found = ((match[1], _defined(name, match)) for match in _INNER.finditer(name))
    return [(short, long) for short, long in found if long]


def _defined(name: str, bracket: re.Match[str]) -> str:
    """The words before the bracket that it abbreviates; '' where it does not."""
    before = name[: bracket.start()].split()
    for start in range(len(before) - 1, -1, -1):
        long = " ".join(before[start:])
        if abbreviates(bracket[1], long) or _abbreviates_word(bracket[1], long):
            return long
    return ""


def _abbreviates_word(short: str, word: str) -> bool:
    """Whether capitals abbreviate a single word, as in "autoregressive (AR) models"."""
    low = short.removesuffix("s").lower()
    plain = " " not in word and short.removesuffix("s").isupper() and len(low) > 1
    return plain and word[:1].lower() == low[0] and _in_order(low, word.lower())


def _letters(short: str, long: str) -> str:
    """The letters that must stand in the long form: the first of a Greek letter's name, t for 2 ("T2I")."""
    latin = "".join(normal(c)[:1] if c in _GREEK else c for c in short.lower() if c.isalnum())
    if any(c.isdigit() for c in long):
        return latin
    return latin[:1] + latin[1:].replace("2", "t").replace("4", "f")


def _looks_short(text: str) -> bool:
    return len(text) <= _LONGEST_SHORT and " " not in text and text != text.lower()


def _aligned(letters: str, parts: list[str]) -> bool:
    """Whether some letters stand in the last part, from its start, and those before in the parts before."""
    if len(parts) < 2 or not parts[0].startswith(letters[0]):
        return False
    before = "".join(parts[:-1])
    return any(
        parts[-1].startswith(letters[n])
        and _in_order(letters[n:], parts[-1])
        and _in_order(letters[:n], before)
        for n in range(1, len(letters))
    )


def _in_order(letters: str, text: str) -> bool:
    place = -1
    for letter in letters:
        place = text.find(letter, place + 1)
        if place < 0:
            return False
    return True
