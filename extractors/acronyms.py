"""Acronyms that markup spells out: "**Bi**-directional **Lo**w-**R**ank Adaptation" -> "BiLoRA"."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from kg.records import Span
from kg.text import Clean

# What may stand between two marked words of one long form: up to four unmarked words and the
# beginning of a word.
_GAP = re.compile(r"[\s\-‐‑–/&]*(?:[^\W_]+[\s\-‐‑–/&'’]+){0,4}[^\W_]*")
_JOINTS = "-‐‑–"


class Acronym(NamedTuple):
    """A long form, as [start, end) of the clean text, and the letters marked in it."""

    long: Span
    short: str


def marked_acronyms(clean: Clean) -> list[Acronym]:
    """The acronyms whose letters are emphasised inside the words of their long form, in text order.

    A single emphasised word is none: at least two pieces, one of them only a part of its word.
    """
    text = clean.text
    marks = [
        m for m in _innermost(clean.marks) if m[1] - m[0] <= 16 and text[m[0] : m[1]].isalnum()
    ]
    found = []
    run: list[Span] = []
    for mark in marks:
        if run and not _continues(text, run[-1], mark):
            found.append(_read(text, run))
            run = []
        run.append(mark)
    found.append(_read(text, run))
    return [acronym for acronym in found if acronym]


def _innermost(marks: Sequence[Span]) -> list[Span]:
    """The marks that hold no other: "***M**otivation-**e**nhanced*" marks the whole, too."""
    found: list[Span] = []
    # From the last beginning to the first, what a mark holds comes before it.
    for mark in sorted(set(marks), key=lambda m: (-m[0], m[1])):
        if not found or mark[1] < found[-1][1]:
            found.append(mark)
    return found[::-1]


def _continues(text: str, last: Span, mark: Span) -> bool:
    # Both pieces inside one word: "**c**on**s**trained".
    at = _part_end(text, last[1])
    return mark[0] <= at or _GAP.fullmatch(text, at, mark[0]) is not None


def _read(text: str, run: list[Span]) -> Acronym | None:
    while (
        run and not _is_part(text, run[0]) and len(run) > 1 and not _adjoins(text, run[0], run[1])
    ):
        run = run[1:]
    while (
        run
        and not _is_part(text, run[-1])
        and len(run) > 1
        and not _adjoins(text, run[-2], run[-1])
    ):
        run = run[:-1]
    if len(run) < 2 or sum(_is_part(text, mark) for mark in run) < 2:
        return None
    pieces = [text[a:b] for a, b in run]
    short = "".join(pieces)
    long = _word_start(text, run[0][0]), _word_end(text, run[-1][1])
    if sum(c.isalnum() for c in text[slice(*long)]) == len(short):
        return None
    if short.islower() and all(len(piece) == 1 for piece in pieces):
        short = short.upper()
    return Acronym(long, short)


def _is_part(text: str, mark: Span) -> bool:
    """Whether the mark covers less than the (hyphenated) word that it stands in."""
    return _word_start(text, mark[0]) < mark[0] or mark[1] < _word_end(text, mark[1])


def _adjoins(text: str, one: Span, other: Span) -> bool:
    """Whether at most one space or hyphen stands between the words of two marks."""
    return other[0] - _part_end(text, one[1]) <= 1


def _part_end(text: str, at: int) -> int:
    while at < len(text) and text[at].isalnum():
        at += 1
    return at


def _word_end(text: str, at: int) -> int:
    at = _part_end(text, at)
    while text[at : at + 1] in _JOINTS and text[at + 1 : at + 2].isalnum():
        at = _part_end(text, at + 1)
    return at


def _word_start(text: str, at: int) -> int:
    while at and (
        text[at - 1].isalnum() or (text[at - 1] in _JOINTS and text[at - 2 : at - 1].isalnum())
    ):
        at -= 1
    return at
