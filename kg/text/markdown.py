"""Markdown markers dropped: emphasis, code, links, headings and list bullets.

markdown-it (CommonMark) was tried and is not used: it keeps no offsets for inline text, and its
flanking rules leave what authors of abstracts mean: `**(1) Speed.**Then` and `method**(X)**` stay
as they are, while `2*3*4` and `**A* search**` lose their asterisks. The rules here follow
CommonMark's delimiter runs with these differences: a run closes wherever no space stands before it,
runs of one and of two never match each other, and a single asterisk inside a word opens only
between lower-case letters.
"""

import re
from dataclasses import dataclass

from kg.text.offsets import Buffer, Edit

_URL = re.compile(r"(?:https?://|www\.)[^\s<>*]+")
_TARGET = r"(?:https?://|www\.|mailto:|#|\.{0,2}/)[^\s()]*(?:\([^\s()]*\)[^\s()]*)?"
_LINK = re.compile(rf"!?\[([^\[\]\n]{{1,300}})\]\({_TARGET}\)|<((?:https?://|mailto:)[^\s<>]+)>")
_CODE = re.compile(r"(?<!`)(`{1,3})(?!`)([^`]{1,400})(?<!`)\1(?!`)")
_HEADING = re.compile(r"^[ \t]{0,3}#{1,6}[ \t]+", re.MULTILINE)
_BULLET = re.compile(r"(?:^|(?<=[.:;?!\n])[ \t]*\r?\n)[ \t]*([-+*][ \t]+)(?=\S)")
_TOKEN = re.compile(r"\*{1,3}(?!\*)|_{1,3}(?!_)|\n[ \t]*\r?\n|[*_]{4,}")
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
    edits += [(*m.span(1), "") for m in _BULLET.finditer(buffer.text)]
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
        return not before.isalnum() and before not in ")]}^_\\"
    if before in "^_\\" or (before.isdigit() and after.isdigit()):
        return False
    if not before.isalnum():
        return True
    if j - i == 1:
        return before.islower() and after.islower()
    return after.isalnum() or after in "([{\"'“‘"


def _closes(text: str, i: int, j: int) -> bool:
    before, after = text[i - 1 : i] if i else " ", text[j : j + 1]
    if before.isspace() or before in "^\\":
        return False
    return text[i] == "*" or not after.isalnum()


def _strip_emphasis(buffer: Buffer) -> None:
    text = buffer.text
    links = [m.span() for m in _URL.finditer(text)]
    edits: list[Edit] = []
    openers: list[_Run] = []
    link = 0
    for match in _TOKEN.finditer(text):
        i, j = match.span()
        if text[i] == "\n":
            openers.clear()
            continue
        while link < len(links) and links[link][1] <= i:
            link += 1
        if j - i > 3 or (link < len(links) and links[link][0] <= i):
            continue
        run = _Run(i, text[i], j - i, j - i)
        if _closes(text, i, j):
            _close(buffer, openers, run, edits)
        if run.left and _opens(text, i, j):
            run.at, run.size = j - run.left, run.left
            openers.append(run)
    buffer.apply(edits)


def _close(buffer: Buffer, openers: list[_Run], run: _Run, edits: list[Edit]) -> None:
    """Match a closing run with the openers before it, innermost first."""
    while run.left:
        for k in range(len(openers) - 1, max(-1, len(openers) - 1 - _DEPTH), -1):
            opener = openers[k]
            fits = opener.left == run.left or 3 in (opener.size, run.size)
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
