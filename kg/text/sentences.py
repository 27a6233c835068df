# ruff: noqa: SIM905 - word lists are easier to read and sort as text
"""Sentence spans of clean text."""

import re

_END = re.compile(r"(?:[.!?…]+[\"'”’)\]]*)(\s+)(?=([\"'“‘(\[]*)(\S))")
_ABBREVIATIONS = frozenset(
    "fig figs eq eqs sec secs tab ref refs alg thm prop no nos vol pp al e.g i.e cf vs etc resp approx "
    "dr prof mr mrs ms st jr sr inc ltd w.r.t i.i.d a.k.a viz ch ca ed eds dept univ est max min".split()
)
# Abbreviations that may also end a sentence: a capital after them decides.
_MAY_END = frozenset({"etc", "max", "min", "no", "inc", "ltd", "est", "i.i.d"})
# Words that begin a sentence rather than a family name.
_STARTERS = frozenset(
    "A All An As At Both By Code Experiments Extensive Finally For From Further Hence Here However "
    "If In It Its Moreover On Our Results Since Such Then The There These They This Thus To Under "
    "Unlike Using We When While With".split()
)
_NEXT = re.compile(r"\W*(\w+)")
_LOWER_START = re.compile(r"[a-z]+[A-Z]|\([ivx]+\)|\([a-e]\)")
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
        # "WoW! provides" goes on; "mCLM" and "(ii) it" may begin a sentence.
        if mark != "." or not _LOWER_START.match(text, match.end(1)):
            return False
        following = following.upper()
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
    following = _NEXT.match(text, match.end(1))
    if following is None or following[1] in _STARTERS:
        return False
    previous = text[max(0, match.start() - 40) : match.start() - 1].split()
    return not previous or previous[-1][:1].isupper() or previous[-1] in ("by", "and", "&", "of")
