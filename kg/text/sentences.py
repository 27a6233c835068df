"""Sentence spans of clean text."""

import re

_END = re.compile(r"(?:[.!?…]+[\"'”’)\]]*)(\s+)(?=([\"'“‘(\[]*)(\S))")
_ABBREVIATIONS = frozenset(
    "fig figs eq eqs sec secs tab ref refs alg thm prop no nos vol pp al e.g i.e cf vs etc resp approx "
    "dr prof mr mrs ms st jr sr inc ltd w.r.t i.i.d a.k.a viz ch ca ed eds dept univ est max min".split()
)
# Abbreviations that may also end a sentence: a capital after them decides.
_MAY_END = frozenset("etc al max min no inc ltd est i.i.d".split())
_WORD = re.compile(r"[\w.’'-]+$")


def sentences(text: str) -> list[tuple[int, int]]:
    """[c0, c1) spans of the sentences of clean text, in order, covering all but outer spaces."""
    spans: list[tuple[int, int]] = []
    start = len(text) - len(text.lstrip())
    for match in _END.finditer(text):
        if _ends(text, match):
            spans.append((start, match.start(1)))
            start = match.end(1)
    end = len(text.rstrip())
    if start < end:
        spans.append((start, end))
    return spans


def _ends(text: str, match: re.Match[str]) -> bool:
    mark, following = text[match.start()], match[3]
    if mark == "…" or text[match.start() : match.start() + 2] == "..":
        return following.isupper()
    if following.islower():
        # "iPhone", "d-separation": a full stop after a long word still ends, an abbreviation not.
        return mark in "!?" and not match[2]
    if mark != ".":
        return True
    word = _WORD.search(text, max(0, match.start() - 30), match.start())
    if word is None:
        return True
    last = word.group().strip("'’-").lower()
    if last in _ABBREVIATIONS:
        return last in _MAY_END and following.isupper()
    # Initials: "J. Smith"; but "... of size N. We" ends.
    single = len(last) == 1 and word.group()[-1:].isupper()
    return not (single and _is_initial(text, match))


def _is_initial(text: str, match: re.Match[str]) -> bool:
    before = text[: match.start() - 1].rstrip()
    previous = before.rsplit(" ", 1)[-1] if before else ""
    return not previous or previous[:1].isupper() and previous[-1:] != "."
