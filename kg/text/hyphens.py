# ruff: noqa: SIM905 - word lists are easier to read and sort as text
"""Whether the hyphen at a line end belongs to the word.

The rule, in this order: a capital or a further hyphen on either side keeps it ("Low-\\nRank",
"state-of-\\nthe-art"); the abstract's own other uses decide ("efficiency" or "pre-training" occurs
elsewhere); a first or second part that usually forms compounds keeps it ("self-", "-based"); else
the word was merely broken ("effi-\\nciency") and is joined.
"""

import re

FIRST = frozenset(
    "all anti audio auto bi black class closed co coarse cost cross data deep domain double down "
    "end event ever few fine first full goal graph hand hard high human image inter intra "
    "instance instruction knowledge label language large last layer long low meta mid mixed model "
    "multi near next node non object off on one open out over pair part patch per pixel plug point "
    "policy post pre pro quasi query re real rule sample scene second self semi sensor sequence "
    "short single small soft spatio speech state step stop sub super task test text third three "
    "time token tool top training trade train two ultra under up user video vision visual weight "
    "well white wide word zero".split()
)
SECOND = frozenset(
    "agnostic art aware awareness based by centric class consumption consuming dependent dimensional "
    "domain driven effective efficient efficiency end enhanced entropy explanatory fidelity fine "
    "free friendly fly grained guided heavy hoc hop image in independent intensive invariant "
    "language layer less level like line linear long making modal mode model moe of off on only "
    "oriented performance playing policy preserving quality rank resolution scale sensitive shelf "
    "shot source specific stage state step supervised supervision task term text the thought time "
    "to token training trained tune tuned tuning turn type up wise world".split()
)
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)?")
_BEFORE = re.compile(r"[^\W\d_]+$")
_AFTER = re.compile(r"[^\W\d_]+")


def vocabulary(text: str) -> frozenset[str]:
    """The words of a text and its compounds of two words, in lower case."""
    return frozenset(word.lower() for word in _WORD.findall(text))


def joins(text: str, i: int, j: int, words: frozenset[str]) -> bool:
    """True if the words around the broken hyphen text[i:j] are to be joined without it.

    `words` is the vocabulary of the whole text.
    """
    left = _BEFORE.search(text, max(0, i - 40), i)
    right = _AFTER.match(text, j)
    if left is None or right is None or not right.group().islower():
        return False
    first, second = left.group(), right.group()
    if first.isupper() or text[left.start() - 1 : left.start()] == "-":
        return False
    if text[right.end() : right.end() + 1] == "-":
        return False
    first = first.lower()
    if f"{first}{second}" in words:
        return True
    return f"{first}-{second}" not in words and first not in FIRST and second not in SECOND
