"""Markdown markers dropped: emphasis, code, links, headings and list bullets.

markdown-it (CommonMark) was tried and is not used: it keeps no offsets for inline text, and its
flanking rules leave what authors of abstracts mean: `**(1) Speed.**Then` and `method**(X)**` stay
as they are, while `2*3*4` and `**A* search**` lose their asterisks. The rules here follow
CommonMark's delimiter runs with these differences: a run closes wherever no space stands before it,
runs of one and of two never match each other, and a single asterisk inside a word opens only
between lower-case letters, an underscore only after a space, a bracket, a quote or a dash.
"""

import re
from dataclasses import dataclass

from kg.text.offsets import Buffer, Edit
from kg.text.protect import show

_URL = re.compile(r"(?:https?://|www\.)[^\s<>*]+")
_TARGET = r"(?:https?://|www\.|mailto:|#|\.{0,2}/)[^\s()]*(?:\([^\s()]*\)[^\s()]*)?"
_LINK = re.compile(rf"!?\[([^\[\]\n]{{1,300}})\]\({_TARGET}\)|<((?:https?://|mailto:)[^\s<>]+)>")
_CODE = re.compile(r"(?<!`)(`{1,3})(?!`)([^`]{1,400})(?<!`)\1(?!`)")
_HEADING = re.compile(r"^[ \t]{0,3}#{1,6}[ \t]+", re.MULTILINE)
_BULLET = re.compile(r"^[ \t]*([-+*][ \t]+)(?=\S)[^\n]*", re.MULTILINE)
_TOKEN = re.compile(r"\*+|_+|\n[ \t]*\r?\n")
# Longer runs are rules or omissions ("****************").
_LONGEST = 6
# How far back an opener is looked for: bounds the work on text full of markers.
_DEPTH = 32


@dataclass(slots=True)
class _Run:
    at: int
    char: str
    size: int
    left: int


def strip_markdown(buffer: Buffer) -> None:
    """Without Markdown markers; unbalanced ones stay. Emphasised spans become marks."""
    if not re.search(r"[*_`#\]]|<http|<mailto|^[ \t]*[-+] |\n[ \t]*[-+] ", buffer.text):
        return
    _strip_lines(buffer)
    _strip_links_and_code(buffer)
    _strip_emphasis(buffer)


def _strip_lines(buffer: Buffer) -> None:
    edits: list[Edit] = [(*m.span(), "") for m in _HEADING.finditer(buffer.text)]
    # A text of one line is no list: "- 0" stays.
    last = -1 if "\n" in buffer.text else -2
    for match in _BULLET.finditer(buffer.text):
        before = buffer.text[max(0, match.start() - 3) : match.start()].rstrip(" \t\r")
        # A dash that a wrapped line begins with is no bullet: one follows a stop or another item.
        first = match.start() == 0 and last == -1
        if first or match.start() == last + 1 or before[:-1].rstrip("\r")[-1:] in tuple(".:;?!\n"):
            edits.append((*match.span(1), ""))
            last = match.end()
    buffer.apply(edits)


def _strip_links_and_code(buffer: Buffer) -> None:
    edits: list[Edit] = []
    for match in _LINK.finditer(buffer.text):
        i, j = match.span(1 if match[1] is not None else 2)
        edits += [(match.start(), i, ""), (j, match.end(), "")]
    for match in _CODE.finditer(buffer.text):
        i, j = match.span(2)
        edits += [(match.start(), i, ""), (j, match.end(), "")]
    buffer.apply(edits)


def _opens(text: str, i: int, j: int) -> bool:
    before, after = text[i - 1 : i] if i else " ", text[j : j + 1]
    if not after or after.isspace() or after in ")],.;:!?}":
        return False
    if text[i] == "_":
        return before.isspace() or before in "([{\"'“‘—–-/*>"
    if before == "*":
        return after.isalnum()
    if before.isdigit() and after.isdigit():
        return False
    if j - i == 1 and (before.isalnum() or before in "^_"):
        return before.islower() and after.islower()
    if not before.isalnum():
        return True
    return after.isalnum() or after in "([{\"'“‘"


def _closes(text: str, i: int, j: int) -> bool:
    before, after = text[i - 1 : i] if i else " ", text[j : j + 1]
    if before.isspace() or before == "^":
        return False
    return text[i] == "*" or not after.isalnum()


def _closes_strictly(text: str, i: int, j: int) -> bool:
    """CommonMark's right-flanking: not where a word starts after punctuation, as in `-**R**`."""
    return text[i - 1].isalnum() or text[i - 1] in "*_" or not text[j : j + 1].isalnum()


def _strip_emphasis(buffer: Buffer) -> None:
    text = show(buffer.text)
    links = [m.span() for m in _URL.finditer(text)]
    edits: list[Edit] = []
    openers: list[_Run] = []
    link = 0
    for match in _TOKEN.finditer(buffer.text):
        i, j = match.span()
        if text[i] == "\n":
            openers.clear()
            continue
        while link < len(links) and links[link][1] <= i:
            link += 1
        if j - i > _LONGEST or (link < len(links) and links[link][0] <= i):
            continue
        run = _Run(i, text[i], j - i, j - i)
        if _closes(text, i, j):
            _close(buffer, openers, run, edits, strictly=_closes_strictly(text, i, j))
        if run.left and _opens(text, j - run.left, j):
            run.at, run.size = j - run.left, run.left
            openers.append(run)
    buffer.apply(edits)


def _close(
    buffer: Buffer, openers: list[_Run], run: _Run, edits: list[Edit], *, strictly: bool
) -> None:
    """Match a closing run with the openers before it, innermost first."""
    while run.left:
        for k in range(len(openers) - 1, max(-1, len(openers) - 1 - _DEPTH), -1):
            opener = openers[k]
            fits = opener.left == run.left
            if strictly:
                fits = fits or opener.left == 3 or run.left >= 3
            if opener.char == run.char and fits and opener.at + opener.size < run.at:
                break
        else:
            return
        used = min(opener.left, run.left)
        inner = opener.at + opener.left
        outer = run.at + run.size - run.left
        edits += [(inner - used, inner, ""), (outer, outer + used, "")]
        buffer.mark(inner, outer)
        opener.left -= used
        run.left -= used
        del openers[k if not opener.left else k + 1 :]
