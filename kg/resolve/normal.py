"""The normal form of a name: equal for spellings of one name, different for different names."""

import re
import unicodedata
from functools import lru_cache
from typing import Final

from kg.resolve.spelling import american

_GREEK: Final = {
    letter: unicodedata.name(letter).rsplit(" ", 1)[1].lower()
    for letter in "αβγδεζηθικλμνξοπρστυφχψω"
} | {"ς": "sigma", "λ": "lambda"}

# What the rules of `_singular` get wrong: irregular plurals, and singulars that end in s.
_PLURALS: Final = {
    "alias": "alias",
    "atlas": "atlas",
    "bias": "bias",
    "caches": "cache",
    "canvas": "canvas",
    "lens": "lens",
    "series": "series",
    "species": "species",
    "analyses": "analysis",
    "axes": "axis",
    "biases": "bias",
    "corpora": "corpus",
    "criteria": "criterion",
    "hypotheses": "hypothesis",
    "indices": "index",
    "matrices": "matrix",
    "vertices": "vertex",
}

# Marks that tell names apart (C++, C#, A*, pass@k, TD3/SAC); all others separate words.
_WORD = re.compile(r"[^\W_]+(?:\.(?=\d)[^\W_]+)*|[+#*/@%^=<>~&|]+")
_LONGEST: Final = 2_000

_SMALL: Final = frozenset(
    ("a", "an", "and", "as", "by", "for", "from", "in", "of", "on", "the", "to", "via", "with")
)
_ENDING = re.compile(r"(?<=...)(?:ation|ator|able|ing|ed|er|or|al|ion)$")


@lru_cache(maxsize=1 << 17)
def normal(name: str) -> str:
    """The normal form of `name`, never empty: without case, accents, spaces, hyphens and plural s, Greek
    letters spelled out, in American spelling. Marks such as + # * / stay, and so does a gap between two numbers.
    """
    joined = ""
    for word in words(name):
        gap = joined and joined[-1].isdigit() and word[0].isdigit()
        joined += f"-{word}" if gap else word
    return joined or " ".join(name[:_LONGEST].casefold().split()) or "?"


def words(name: str) -> list[str]:
    """The normal words of `name`, in order; empty where it has no letter, digit or telling mark."""
    return [word for _, word in tokens(name)]


def tokens(name: str) -> list[tuple[str, str]]:
    """(as written, normal) for every word of `name`, in order."""
    return [(word, _word(word)) for word in _WORD.findall(_plain(name[:_LONGEST]))]


@lru_cache(maxsize=1 << 16)
def _word(word: str) -> str:
    return _fold(_singular(word))


@lru_cache(maxsize=1 << 17)
def loose(name: str) -> tuple[str, ...]:
    """The stems of the words of `name`, small words aside: equal for "low-rank adapters" and "low-rank
    adaptation". Too coarse by itself: for names that share a short form."""
    return tuple(_stem(word) for word in words(name) if word not in _SMALL)


def _stem(word: str) -> str:
    before = ""
    while word != before:
        before, word = word, _ENDING.sub("", word)
    if len(word) > 3 and word[-1] == word[-2]:
        word = word[:-1]  # modelling, modeling
    return word[:-1] + "z" if word.endswith("s") else word  # quantisation, quantization


def _plain(text: str) -> str:
    text = unicodedata.normalize("NFKC", text).replace("’", "'").replace("'s ", " ")
    return text.removesuffix("'s").replace("'", "")


def _singular(word: str) -> str:
    """Without a plural ending; a capital S belongs to the name (GLUES), a small one does not (LLMs)."""
    low = word.lower()
    if low in _PLURALS:
        return _PLURALS[low]
    if len(word) > 2 and word[:-1].isupper() and word.endswith("s"):
        return word[:-1]
    if len(word) < 4 or not word.endswith("s") or low.endswith(("ss", "us", "is")):
        return word
    if low.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if low.endswith(("sses", "shes", "ches", "xes")):
        return word[:-2]
    return word[:-1]


def _fold(word: str) -> str:
    if word.isascii():
        return american(word.lower()) if len(word) > 4 else word.lower()
    bare = ""
    for char in unicodedata.normalize("NFD", word.casefold()):
        # An accent on a Latin letter is spelling; a mark on another letter is a part of it.
        if not ("\u0300" <= char <= "\u036f" and bare and bare[-1].isascii()):
            bare += _GREEK.get(char, char)
    return unicodedata.normalize("NFC", bare)
