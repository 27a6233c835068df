"""Plain text: abstracts separated by blank lines, under an optional heading "VENUE YEAR ..."; in a folder
of texts that are one abstract each (see `one_abstract_each`), a paper a file.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath
from typing import Final, NamedTuple

from kg.ids import paper_id
from kg.readers.abstracts import tidy_abstract
from kg.readers.registry import Item, ReadLog, reader
from kg.readers.source import InputText
from kg.records import Paper

_HEADING = re.compile(r"(?P<venue>\S.*?)[\s,'’-]+(?P<year>(?:19|20)\d\d)\b")
_SENTENCE_END = re.compile(r"[.!?][\"'”’)\]]*$")
_SUFFIXES = frozenset({"", ".txt", ".text", ".asc", ".abs", ".md", ".markdown"})
# Files that lie beside data and are no abstracts.
_NOT_PAPERS = re.compile(
    r"(?i)(readme|licen[cs]e|copying|notice|changelog|authors|makefile|requirements)\b"
)
# How structured formats begin: markup, JSON, BibTeX, RIS, PubMed and Web of Science tags, tables.
_STRUCTURED = re.compile(
    r"<(?!(?:jats:)?(?:p|b|i|em|strong|title|sub|sup)\b)|\{\s*(?:\"|$)|\[\s*(?:[{\[\"]|$)"
    r"|@\w+\s*[{(]|%[!PA]|#!|(?:TY|PMID)\s*- |FN \S|PT [A-Z]$|.*\t.*\t"
    r"|(?i:(?=.*\b(?:title|abstract)\b)[\w .\"]+(?:[,;][\w .\"]+){2,}(?<!\.)$)"
)
_LIST_ITEM = re.compile(r"(?:\(?(?:\d{1,2}|[a-z]|[ivx]{1,4})[.)]|[-*•–])\s")
_MATHS = re.compile(r"\$\$|\\\[|\\begin\{")
_TITLE_LABEL = re.compile(r"title\s*:\s*", re.I)
#: A text that is one abstract has no more characters and paragraphs than this, its title no more words.
LONGEST_ALONE: Final = 8_000
_MOST_PARTS: Final = 6
_LONGEST_TITLE: Final = 30
_CONTINUES = re.compile(r"[a-z]{2,}[\s,]")


class _Block(NamedTuple):
    """Text between blank lines, and the number of its first line."""

    line: int
    text: str


def sniff(head: str, name: str) -> bool:
    """Whether it is prose under a name that can be a text's, and of no structured format."""
    if not may_be_text(name):
        return False
    first = head.lstrip().partition("\n")[0]
    return not _STRUCTURED.match(first) and any(c.isalpha() for c in head)


def may_be_text(name: str) -> bool:
    """Whether a file of this name can be a text of abstracts."""
    path = PurePath(name)
    return path.suffix.lower() in _SUFFIXES and not _NOT_PAPERS.match(path.name)


def one_abstract_each(texts: Sequence[str]) -> bool:
    """Whether the texts of one folder are one abstract each rather than lists of abstracts.

    They are where there are two or more, most of them one paragraph or a title and one paragraph, and none
    begins with a heading "VENUE YEAR", has more than six paragraphs or more than 8,000 characters.
    """
    if len(texts) < 2 or any(len(text) > LONGEST_ALONE for text in texts):
        return False
    counts = []
    for text in texts:
        blocks = re.split(r"\n\s*\n", text.replace("\r\n", "\n").strip())
        if len(blocks) > _MOST_PARTS or heading_of(blocks[0]):
            return False
        counts.append(len(blocks) - (len(blocks) > 1 and _is_title(blocks[0])))
    return sum(count == 1 for count in counts) * 2 > len(texts)


@reader("text", sniff, rank=90)
def read(text: InputText, log: ReadLog) -> Iterator[Item]:
    """One paper a block; lists, display maths and lines that go on stay with their abstract."""
    if text.one_paper:
        yield _whole([block.text for block in _blocks(text.lines())]), None
        return
    venue, year = "", None
    for number, block in enumerate(_abstracts(_blocks(text.lines()))):
        heading = number == 0 and heading_of(block.text)
        if heading:
            venue, year = heading
        elif not any(c.isalnum() for c in block.text):
            log.skip(f"{text.name}:{block.line}", "holds no words")
        else:
            key = paper_id(title="", abstract=block.text, authors=(), schemes={})
            yield Paper(id=key, abstract=block.text, year=year, venue=venue), None


def _whole(blocks: list[str]) -> Paper:
    """The paper of a text that is one abstract, perhaps under its title."""
    first, _, rest = blocks[0].partition("\n")
    if len(blocks) > 1 and _is_title(blocks[0]):
        title, body = first, blocks[1:]
    elif rest and _is_title(first) and 2 * len(first) <= len(rest.partition("\n")[0]):
        # The line below a title is no wrapped line of the same width.
        title, body = first, [rest, *blocks[1:]]
    else:
        title, body = "", blocks
    title = _TITLE_LABEL.sub("", title.lstrip("# ").strip(), count=1)
    abstract = tidy_abstract("\n\n".join(body))
    key = paper_id(title=title, abstract=abstract, authors=(), schemes={})
    return Paper(id=key, title=title, abstract=abstract)


def _is_title(block: str) -> bool:
    words = len(block.split())
    return "\n" not in block and words <= _LONGEST_TITLE and not _SENTENCE_END.search(block)


def heading_of(block: str) -> tuple[str, int] | None:
    """(venue, year) of a heading; None for an abstract."""
    found = _HEADING.match(block)
    if not found or len(block.split()) >= 12 or _SENTENCE_END.search(block):
        return None
    return found["venue"], int(found["year"])


def abstracts_of(lines: Iterable[str]) -> list[str]:
    """The abstracts of the lines of a list: what is between blank lines, with what goes on joined."""
    return [block.text for block in _abstracts(_blocks(lines))]


def _blocks(text: Iterable[str]) -> Iterator[_Block]:
    lines: list[str] = []
    number = 0
    for number, line in enumerate(text, 1):
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
