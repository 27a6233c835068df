"""Which tagged mentions of one abstract are one entity, and what it is called.

Pure functions over mentions in clean-text offsets. Linked are equal normal forms (case, hyphens, plurals),
long forms with their abbreviations, also inside longer terms ("deep RL" with "deep reinforcement learning"),
and names with the long form in which markup marks their letters. How often each rule is right on the
annotated training abstracts stands beside it.
"""

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from extractors.abbreviations import Abbreviation, is_short_form, spells
from extractors.acronyms import Acronym
from extractors.common_abbreviations import COMMON


class Mention(NamedTuple):
    """A tagged stretch text[start:end] of clean text."""

    start: int
    end: int
    type: str


# General nouns that add nothing to a term that stands without them: "normalising flow models".
_HEADS: Final = frozenset(("model", "method", "approach", "problem", "algorithm", "framework"))
_BRACKETS = re.compile(r"\s*[(\[]([^()\[\]]*)[)\]]")
# "LoRA+" and "PCMCI^+" are names of their own.
_WORD = re.compile(r"[^\W_]+(?:\^?\{?[+*]+)?")
_CAPITALS_PLURAL = re.compile(r"(?<=[A-Z0-9])['’]?s\b")
_OPENING = re.compile(r"\s?[(\[]")


def fold_words(text: str) -> list[str]:
    """The words of `text` in lower case and singular, without hyphens."""
    return [
        _singular(w.replace("^", "").replace("{", ""))
        for w in _WORD.findall(_CAPITALS_PLURAL.sub("", text).lower())
    ]


@lru_cache(maxsize=65536)
def fold(text: str) -> str:
    """The normal form under which two strings are one: lower case, no hyphens or spaces, no plural."""
    return "".join(fold_words(text)) or text.strip()


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    if len(word) > 5 and word.endswith("sses"):
        return word[:-2]
    if len(word) > 3 and word[-1] == "s" and word[-2] != "s":
        return word[:-1]
    return word


_COMMON: Final = {fold(short): fold(long) for short, long in COMMON.items()}


def group(
    text: str,
    spans: Sequence[Mention],
    abbreviations: Sequence[Abbreviation],
    acronyms: Sequence[Acronym] = (),
) -> list[list[int]]:
    """Indexes into `spans` by entity; entities and their mentions by first occurrence.

    Equal strings are one entity whatever types they were tagged with.
    """
    strings = [text[m.start : m.end] for m in spans]
    folds = [fold(s) for s in strings]
    joined = Joined(len(spans))
    joined.equal(folds)
    defined = {fold(text[slice(*a.short)]): fold(text[slice(*a.long)]) for a in abbreviations}
    joined.equal(_expanded(s, defined) for s in strings)
    joined.equal(_expanded(s, {**_COMMON, **defined}) for s in strings)
    for pair in abbreviations:
        short = fold(text[slice(*pair.short)])
        shorts = [i for i, f in enumerate(folds) if f == short]
        types = {spans[i].type for i in shorts}
        for i, mention in enumerate(spans):
            if _is_long(mention, pair, types):
                joined.all([i, *shorts])
    for acronym in acronyms:
        # What is tagged of the long form stands for it if it begins there or is most of it; "multi-agent systems"
        # at the end of what Aegis is spelled out as is something else.
        begin, end = acronym.long
        longs = [
            i
            for i, m in enumerate(spans)
            if m.start < end
            and begin < m.end
            and (m.start <= begin or min(m.end, end) - m.start >= 0.6 * (end - begin))
        ]
        longs = sorted(longs, key=lambda i: spans[i].start - spans[i].end)[:1]
        short = fold(acronym.short)
        joined.all([*longs, *(i for i, f in enumerate(folds) if longs and f == short)])
    for i, j in _undefined(text, spans, strings, defined):
        joined.all((i, j))
    joined.equal(_headless(m.type, s) for m, s in zip(spans, strings, strict=True))
    groups = [sorted(g, key=lambda i: spans[i]) for g in joined.groups()]
    return sorted(groups, key=lambda g: spans[g[0]])


def name_of(strings: Sequence[str]) -> str:
    """The fullest of an entity's mentions, given in text order; the first of those with its normal form."""
    plain = [s for s in strings if s[-1] not in ")]"] or strings
    return max(plain, key=lambda s: len(fold(s)))


def _expanded(string: str, table: dict[str, str]) -> str:
    """The normal form with brackets left out and abbreviations spelled out."""
    bare = _BRACKETS.sub("", string)
    words = fold_words(bare) or fold_words(string)
    return "".join(table.get(word, word) for word in words) or string.strip()


def _is_long(mention: Mention, pair: Abbreviation, types: set[str]) -> bool:
    """Whether the mention is the long form of the pair, perhaps with words before it or the bracket at its end.

    With words before it only where the short form has its type: "evaluating large language models (LLMs)".
    """
    (start, end), (short, short_end) = pair
    if short > start:
        # "key-value (KV) cache" is more than KV.
        fits = end <= mention.end <= short or short_end < mention.end <= short_end + 2
    else:
        fits = end <= mention.end <= end + 2
    overlap = min(mention.end, end) - max(mention.start, start)
    same = mention.start >= start or not types or mention.type in types
    return fits and same and overlap >= 0.6 * (end - start)


def _undefined(
    text: str, spans: Sequence[Mention], strings: Sequence[str], defined: dict[str, str]
) -> list[tuple[int, int]]:
    """Pairs of one type that name one thing though no definition aligns.

    In brackets right behind, sharing an initial; or an acronym of three letters or more that spells
    all words of exactly one other mention.
    """
    pairs = []
    order = sorted(range(len(spans)), key=lambda i: spans[i])
    for i, j in pairwise(order):
        gap = text[spans[i].end : spans[j].start]
        if (
            spans[i].type == spans[j].type
            and _OPENING.fullmatch(gap)
            and text[spans[j].end : spans[j].end + 1] in (")", "]")
            and is_short_form(strings[j])
            and _shares_initial(strings[j], strings[i])
        ):
            pairs.append((i, j))
    # Equal strings are one already.
    first = {
        (m.type, s): i for i, (m, s) in reversed([*enumerate(zip(spans, strings, strict=True))])
    }
    longs_by: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for type_, string in first:
        if " " in string:
            longs_by[type_, string[0].lower()].append(string)
    for (type_, short), i in first.items():
        if len(short) < 3 or not is_short_form(short) or fold(short) in defined:
            continue
        longs = {
            fold(long): first[type_, long]
            for long in longs_by[type_, short[0].lower()]
            if not fold(long).startswith(fold(short)) and spells(short, long)
        }
        pairs += [(i, j) for j in longs.values() if len(longs) == 1]
    return pairs


def _shares_initial(short: str, long: str) -> bool:
    return short[0].lower() in {word[0] for word in fold_words(long)} and fold(long) not in fold(
        short
    )


def _headless(type: str, string: str) -> Hashable:
    words = fold_words(string)
    return (
        type,
        # "VLA models" with "VLA": right for 78 of 86 pairs of one type.
        "".join(words[:-1] if len(words) > 1 and words[-1] in _HEADS else words) or string,
    )


class Joined:
    """Disjoint sets of the numbers below `size`."""

    def __init__(self, size: int) -> None:
        self._parent = list(range(size))

    def _root(self, i: int) -> int:
        while self._parent[i] != i:
            self._parent[i] = i = self._parent[self._parent[i]]
        return i

    def all(self, members: Iterable[int]) -> None:
        """Join all members into one set."""
        roots = sorted({self._root(i) for i in members})
        for root in roots[1:]:
            self._parent[root] = roots[0]

    def equal(self, keys: Iterable[Hashable]) -> None:
        """Join the positions that hold equal keys."""
        places: dict[Hashable, list[int]] = defaultdict(list)
        for i, key in enumerate(keys):
            places[key].append(i)
        for members in places.values():
            self.all(members)

    def groups(self) -> list[list[int]]:
        """The sets, each ascending."""
        sets: dict[int, list[int]] = defaultdict(list)
        for i in range(len(self._parent)):
            sets[self._root(i)].append(i)
        return list(sets.values())
