"""Plain text: abstracts separated by blank lines, under an optional heading "VENUE YEAR ..."."""

import re
from collections.abc import Iterator
from pathlib import PurePath
from typing import NamedTuple

from kg.ids import paper_id
from kg.readers.registry import Item, ReadLog, reader
from kg.readers.source import InputText
from kg.records import Paper

_HEADING = re.compile(r"(?P<venue>\S.*?)[\s,'’-]+(?P<year>(?:19|20)\d\d)\b")
_SENTENCE_END = re.compile(r"[.!?][\"'”’)\]]*$")
_SUFFIXES = frozenset({"", ".txt", ".text", ".asc", ".abs"})
# Files that lie beside data and are no abstracts.
_NOT_PAPERS = re.compile(
    r"(?i)(readme|licen[cs]e|copying|notice|changelog|authors|makefile|requirements)\b"
)
# How structured formats begin: markup, JSON, BibTeX, RIS, PubMed and Web of Science tags, tables.
_STRUCTURED = re.compile(
    r"<(?!(?:jats:)?(?:p|b|i|em|strong|title|sub|sup)\b)|\{\s*(?:\"|$)|\[\s*(?:[{\[\"]|$)"
    r"|@\w+\s*[{(]|%[!PA]|#!|(?:TY|PMID)\s*- |FN \S|PT [A-Z]$|.*\t.*\t"
    r"|(?i:(?=.*\b(?:title|abstract)\b)[\w .\"]+(?:[,;][\w .\"]+){2,}$)"
)
_LIST_ITEM = re.compile(r"(?:\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]|[-*•–])\s")
_MATHS = re.compile(r"\$\$|\\\[|\\begin\{")
_CONTINUES = re.compile(r"[a-z]{2,}[\s,]")


class _Block(NamedTuple):
    """Text between blank lines, and the number of its first line."""

    line: int
    text: str


def sniff(head: str, name: str) -> bool:
    """Whether it is prose under a name that can be a text's, and of no structured format."""
    path = PurePath(name)
    if path.suffix.lower() not in _SUFFIXES or _NOT_PAPERS.match(path.name):
        return False
    first = head.lstrip().partition("\n")[0]
    return not _STRUCTURED.match(first) and any(c.isalpha() for c in head)


@reader("text", sniff, rank=90)
def read(text: InputText, log: ReadLog) -> Iterator[Item]:
    """One paper a block; lists, display maths and lines that go on stay with their abstract."""
    venue, year = "", None
    for number, block in enumerate(_abstracts(_blocks(text))):
        heading = number == 0 and _heading(block.text)
        if heading:
            venue, year = heading
        elif not any(c.isalnum() for c in block.text):
            log.skip(f"{text.name}:{block.line}", "holds no words")
        else:
            key = paper_id(title="", abstract=block.text, authors=(), schemes={})
            yield Paper(id=key, abstract=block.text, year=year, venue=venue), None


def _heading(block: str) -> tuple[str, int] | None:
    """(venue, year) of a heading; None for an abstract."""
    found = _HEADING.match(block)
    if not found or len(block.split()) >= 12 or _SENTENCE_END.search(block):
        return None
    return found["venue"], int(found["year"])


def _blocks(text: InputText) -> Iterator[_Block]:
    lines: list[str] = []
    number = 0
    for number, line in enumerate(text.lines(), 1):
        if line.strip():
            lines.append(line)
        elif lines:
            yield _Block(number - len(lines), "".join(lines).strip())
            lines = []
    if lines:
        yield _Block(number - len(lines) + 1, "".join(lines).strip())


def _abstracts(blocks: Iterator[_Block]) -> Iterator[_Block]:
    """Blocks, with those that go on with the one before joined to it by a blank line."""
    held: _Block | None = None
    last = ""
    for block in blocks:
        if held and _goes_on(held.text, last, block.text):
            held = _Block(held.line, f"{held.text}\n\n{block.text}")
        else:
            if held:
                yield held
            held = block
        last = block.text
    if held:
        yield held


def _goes_on(abstract: str, last: str, block: str) -> bool:
    """Whether `block` goes on with `abstract`, whose last block is `last`."""
    if abstract.count("$$") % 2 or abstract.count("\\begin{") > abstract.count("\\end{"):
        return True
    if _LIST_ITEM.match(block):
        # A file of numbered abstracts is no list: a list is announced by a colon.
        return last.endswith(":") or (bool(_LIST_ITEM.match(last)) and abstract != last)
    if _MATHS.match(block) or last.endswith((":", ",")):
        return True
    return bool(_CONTINUES.match(block)) and not _SENTENCE_END.search(last)
