"""Text to trigram queries of FTS5, and how alike two strings are. Pure functions."""

import unicodedata
from collections.abc import Iterable
from typing import Final

#: Longer texts are cut: no name is this long, and a query of 10,000 trigrams is slow.
_LONGEST: Final = 200


def fold(text: str) -> str:
    """`text` in lower case with single spaces, without control characters or lone surrogates."""
    return _plain(text).casefold()


def phrase(text: str) -> str:
    """An FTS5 query for `text` as a part of a value, whatever characters it has; '' below 3 characters."""
    text = _plain(text)[:_LONGEST]
    return _quoted(text) if len(text) >= 3 else ""


def all_of(text: str) -> str:
    """An FTS5 query for values that hold every trigram of every word of `text`; '' if there is none."""
    grams = {gram for word in _plain(text)[:_LONGEST].split() for gram in _grams(word)}
    return " AND ".join(map(_quoted, sorted(grams)))


def any_of(text: str) -> str:
    """An FTS5 query for values that hold any trigram of `text`; '' if there is none."""
    return " OR ".join(map(_quoted, sorted(set(_grams(_plain(text)[:_LONGEST])))))


def likeness(one: str, other: str) -> float:
    """How alike two strings are, from 0 to 1: Dice's coefficient of their padded trigrams, case aside."""
    a, b = (set(_grams(f"  {fold(text)[:_LONGEST]} ")) for text in (one, other))
    return 2 * len(a & b) / (len(a) + len(b)) if a and b else 0.0


def nearness(form: str, text: str) -> float:
    """How near a form of a node is to `text`, from 0 to 1: their likeness, or a little less than that of the
    form's most alike run of as many words, if half of it fits ("emotoin" is near "emotion cause analysis").
    """
    whole = likeness(form, text)
    words, size = fold(form).split(), len(fold(text).split())
    runs = (" ".join(words[i : i + size]) for i in range(len(words) - size + 1))
    part = max((likeness(run, text) for run in runs), default=0.0)
    # Of equal runs, the one in the shorter form is nearer.
    return max(whole, 0.8 * part + 0.1 * whole if part >= 0.5 else 0.0)


def _plain(text: str) -> str:
    kept = (" " if unicodedata.category(c) in ("Cc", "Cs") else c for c in text)
    return " ".join("".join(kept).split())


def _grams(text: str) -> Iterable[str]:
    return (text[i : i + 3] for i in range(len(text) - 2))


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"'
