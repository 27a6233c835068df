"""Pairs of a long form and its abbreviation in one text.

After Schwartz and Hearst, "A simple algorithm for identifying abbreviation definitions in biomedical
text" (PSB 2003), with their greedy match replaced by the cheapest alignment: letters that begin words
cost nothing, letters inside words and words left out cost, so that "Aligning large language models
(LLMs)" gives "large language models". Both orders are read, always inside one sentence.
"""

import re
from typing import Final, NamedTuple

from kg.records import Span


class Abbreviation(NamedTuple):
    """A long form and its short form, as [start, end) of the text."""

    long: Span
    short: Span


_BRACKET = re.compile(r"\(([^()]{2,160})\)|\[([^\[\]]{2,160})\]")
_WORD = re.compile(r"[^\W_]+")
# Where a sentence or clause ends for good: nothing before it belongs to the long form.
_STOP = re.compile(r"[.!?][\"'”’)]?\s+(?=[A-Z\"“(\[])|[:;()\[\]{}]|\s[-–—]+\s|—|---?|\n\s*\n")
_LEAD = re.compile(
    r"(?:\s|i\.?e\.?,?\s|a\.?k\.?a\.?,?\s|or\s|also\s|known\sas\s|referred\sto\sas\s|abbreviated\s(?:as\s)?"
    r"|abbr\.\s|short\sfor\s|in\sshort,?\s|dubbed\s|termed\s|called\s|named\s|namely,?\s|denoted\s(?:as\s|by\s)?"
    r"|hereafter\s|henceforth\s|hence\s|the\s|[\"'“‘*])*",
    re.IGNORECASE,
)
_SHORT = re.compile(r"[^\W_](?:[^\W_]|[-–‐‑.&/+*_^](?=[^\W_])){0,15}(?:[+*]+|['’]?s\b)?")
_PIECE = re.compile(r"\s*(?:[,;:]|\s(?:for\sshort|hereafter|henceforth)\b|$|[\"'”’](?:[\s,;]|$))")
_BEFORE = re.compile(r"(?<![^\W_])[\"'“‘]?(?P<short>[^\s()\[\]\"“”]{2,18})[\"'”’]?\s?$")
_ROMAN = re.compile(r"[ivx]+|[IVX]+", re.ASCII)

_FUNCTION_WORDS: Final = frozenset(
    [
        "a",
        "an",
        "and",
        "as",
        "at",
        "based",
        "by",
        "for",
        "from",
        "in",
        "into",
        "is",
        "its",
        "of",
        "on",
        "or",
        "over",
        "the",
        "to",
        "through",
        "toward",
        "towards",
        "under",
        "up",
        "via",
        "with",
        "without",
        "within",
        "between",
        "using",
        "driven",
    ]
)
# Nouns that may stand between the aligned words and the bracket: "Proximal Policy Optimization algorithm (PPO)".
_HEADS: Final = frozenset(
    [
        "algorithm",
        "algorithms",
        "approach",
        "approaches",
        "architecture",
        "architectures",
        "benchmark",
        "dataset",
        "datasets",
        "framework",
        "frameworks",
        "loss",
        "mechanism",
        "method",
        "methods",
        "metric",
        "model",
        "models",
        "module",
        "network",
        "networks",
        "problem",
        "problems",
        "strategy",
        "task",
        "tasks",
        "technique",
        "techniques",
        "technology",
    ]
)
# Letters and digits that stand for a whole sound or word.
_SOUNDS: Final = {
    "2": ("to", "two"),
    "4": ("for", "four"),
    "3": ("three",),
    "x": ("ex", "cross", "trans"),
}
_JOINTS: Final = "-‐‑–'’_"

_MAX_WORDS = 16
_NEVER = float("inf")


class _Word(NamedTuple):
    """A word, or the part of one between hyphens; `gap` is what leaving out the space before it costs."""

    start: int
    end: int
    text: str
    begins: bool
    comma: bool


def abbreviations(text: str) -> list[Abbreviation]:
    """The pairs that `text` defines, by the place of the bracket; each short form span occurs once."""
    found = []
    for bracket in _BRACKET.finditer(text):
        group = 1 if bracket[1] is not None else 2
        start, end = bracket.span(group)
        pair = _short_inside(text, bracket.start(), start, end)
        pair = pair or _long_inside(text, bracket.start(), start, end)
        if pair:
            found.append(pair)
    return found


def _short_inside(text: str, bracket: int, start: int, end: int) -> Abbreviation | None:
    """ "mixture of experts (MoE)" """
    lead = _LEAD.match(text, start, end)
    at = lead.end() if lead else start
    match = _SHORT.match(text, at, end)
    if not match or not _PIECE.match(text, match.end(), end) or not is_short_form(match[0]):
        return None
    words = _words(text, _clause_start(text, bracket), bracket)
    long = _align(match[0], words, anchored=False)
    return Abbreviation(long, match.span()) if long else None


def _long_inside(text: str, bracket: int, start: int, end: int) -> Abbreviation | None:
    """ "MoE (mixture of experts)" """
    before = _BEFORE.search(text, max(0, bracket - 22), bracket)
    if not before:
        return None
    first, last = before.span("short")
    inner = _SHORT.fullmatch(text, first, last)
    if not inner or not is_short_form(inner[0]):
        return None
    lead = _LEAD.match(text, start, end)
    at = lead.end() if lead else start
    stop = re.compile(r"[;,:]\s|[.]\s").search(text, at, end)
    words = _words(text, at, stop.start() if stop else end)
    long = _align(inner[0], words, anchored=True)
    return Abbreviation(long, inner.span()) if long else None


def is_short_form(text: str) -> bool:
    """Whether `text` can be an acronym: no number, year, equation, list mark or plain word."""
    letters = [c for c in text if c.isalpha()]
    if len(_letters(text)) < 2 or not letters or _ROMAN.fullmatch(text):
        return False
    # Plain words have no capital: "(semantic)"; "(Ours)" fails to align.
    return any(c.isupper() or c.isdigit() for c in text[1:]) or (
        text[0].isupper() and len(letters) > 3
    )


def spells(short: str, long: str) -> bool:
    """Whether `short` is the initials of all words of `long`, a word taken whole counting as such."""
    if short[:1].lower() != long[:1].lower():
        return False
    words, letters = _words(long, 0, len(long)), _letters(short)
    return 0 < len(words) <= len(letters) and _costs(letters, words)[0] == 0


def _clause_start(text: str, before: int) -> int:
    low = max(0, before - 200)
    start = low
    for match in _STOP.finditer(text, low, before):
        start = match.end()
    return start


def _words(text: str, start: int, end: int) -> list[_Word]:
    words: list[_Word] = []
    for match in _WORD.finditer(text, start, end):
        i, j = match.span()
        if match[0] == "s" and i > start and text[i - 1] in "'’":
            continue
        begins = not (i > start + 1 and text[i - 1] in _JOINTS and text[i - 2].isalnum())
        comma = "," in text[words[-1].end : i] if words else False
        words.append(_Word(i, j, match[0], begins, comma))
    return words


def _letters(short: str) -> str:
    """The letters and digits of a short form that its long form has to explain, lower case."""
    plural = len(short) > 2 and short[-1] == "s" and (short[-2].isupper() or short[-2] in "'’")
    bare = short[:-1] if plural else short
    return "".join(c for c in bare if c.isalnum()).lower()


def _align(short: str, words: list[_Word], *, anchored: bool) -> Span | None:
    """The span of the words that `short` abbreviates, or None.

    It runs to the last word, or to the general nouns before it; where `anchored`, it begins with the first.
    """
    words = words if anchored else words[-_MAX_WORDS:]
    best: tuple[float, int, int] | None = None
    for letters, penalty in _readings(short):
        # A capitalised plain word ("Lasso") has to fit better than an acronym.
        allowed = (0.4 if any(map(str.isupper, short[1:])) else 0.2) * len(letters)
        for last in _lasts(words):
            for first, cost in enumerate(_costs(letters, words[:last])):
                cost += penalty
                if words[first].begins and cost <= allowed and (best is None or cost < best[0]):
                    best = (cost, first, last)
                if anchored and words[first].text.lower() not in _FUNCTION_WORDS:
                    break
    if best is None:
        return None
    long = words[best[1] : best[2]]
    # "ADM (ADM-v2)", "KG (KGQA)": names, not definitions.
    if any(w.text.lower() == _letters(short) for w in long) or (
        len(long) == 1 and long[0].text.isupper()
    ):
        return None
    return long[0].start, long[-1].end


def _lasts(words: list[_Word]) -> list[int]:
    """Where the long form may end: after the last word, or before general nouns at the end."""
    ends = [len(words)]
    while len(ends) < 3 and ends[-1] > 1 and words[ends[-1] - 1].text in _HEADS:
        ends.append(ends[-1] - 1)
    return ends


def _readings(short: str) -> list[tuple[str, float]]:
    """The letter strings that a short form may stand for, with what each costs: "T3" is also "ttt"."""
    letters = _letters(short)
    readings = [(letters, 0.0)]
    if re.search(r"[^\W\d][23]", letters):
        readings.append((re.sub(r"([^\W\d])([23])", lambda m: m[1] * int(m[2]), letters), 0.1))
    bare = re.sub(r"\d", "", letters)
    if 1 < len(bare) < len(letters):
        readings.append((bare, 0.3))
    doubled = re.sub(r"([^\W\d])\1+", r"\1", letters)
    if 1 < len(doubled) < len(letters):
        readings.append((doubled, 0.5))
    return readings


def _costs(letters: str, words: list[_Word]) -> list[float]:
    """For each word, the cheapest alignment of all letters that begins with its initial and ends at the last word."""
    n, m = len(letters), len(words)
    # rest[i][w]: cost of explaining letters[i:] by words[w:].
    rest = [[_NEVER] * (m + 1) for _ in range(n + 1)]
    rest[n][m] = 0.0
    for w in range(m - 1, -1, -1):
        rest[n][w] = rest[n][w + 1] + _skip(words[w])
    firsts = [_NEVER] * m
    for i in range(n - 1, -1, -1):
        for w in range(m - 1, -1, -1):
            taken = _NEVER
            for k in range(1, n - i + 1):
                cost = _match(letters[i : i + k], words[w].text)
                if cost == _NEVER:
                    break
                taken = min(taken, cost + rest[i + k][w + 1])
            if i == 0 and _begins(letters[0], words[w].text):
                firsts[w] = taken
            rest[i][w] = min(taken, _skip(words[w]) + rest[i][w + 1])
    return firsts


def _match(letters: str, word: str) -> float:
    """What it costs to find `letters` in order inside one word; infinite where they are not."""
    low = word.lower()
    if low.startswith(letters):
        return 0.0 if letters == low else 0.1 * (len(letters) - 1)
    cost, at = 0.0, -1
    for letter in letters:
        if at < 0 and low.startswith(_SOUNDS.get(letter, ("\0",))):
            cost, at = cost + 0.1, 0
            continue
        found = low.find(letter, at + 1)
        if found < 0:
            return _NEVER
        capital = word[found].isupper() and found > 0 and not word.isupper()
        if found > at + 1 or at < 0 < found:
            cost += 0.2 if capital else 1.0 if at < 0 else 0.5
        elif found:
            cost += 0.1
        at = found
    return cost


def _begins(letter: str, word: str) -> bool:
    """Whether a long form may begin with this word: by its initial, a sound or a marked capital."""
    sounds = (letter, letter.upper(), *_SOUNDS.get(letter, ()))
    return word.startswith(sounds) or word[1:2] == letter.upper()


def _skip(word: _Word) -> float:
    if word.text.lower() in _FUNCTION_WORDS:
        return 0.1
    return (0.9 if word.begins else 0.5) + (0.5 if word.comma else 0.0)
