"""Markdown with a heading a paper: the heading is the title, the text below it the abstract.

A heading with deeper headings below it and no text is a section; "VENUE YEAR" there, or over a list of
abstracts, gives venue and year. Lines such as "**Authors:** A, B" or "DOI: ..." before the abstract are its
fields, an inner heading "Abstract" is no title.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import PurePath

from kg.fields import split_authors
from kg.readers.plain import abstracts_of, heading_of, may_be_text
from kg.readers.reference import NOTHING, reference_paper, split_keywords
from kg.readers.registry import Item, ReadLog, reader
from kg.readers.source import InputText

_HEADING = re.compile(r"(?P<level>#{1,6})[ \t]+(?P<text>\S.*?)[ \t]*#*[ \t]*$")
_FENCE = re.compile(r"[ ]{0,3}(?:```|~~~)")
_LINK = re.compile(
    r"(?P<before>.*?)\[(?P<text>.+)\]\((?P<url>[^\s)]+)[^)]*\)(?P<after>.*)", re.DOTALL
)
_FIELD = re.compile(
    r"[ ]{0,3}(?:[-*+][ ]+)?[*_]{0,2}(?P<name>authors?|by|year|date|venue|conference|journal|doi|arxiv|url"
    r"|link|pdf|paper|keywords?|tags|abstract|summary)[*_]{0,2}[ ]*:[*_]{0,2}[ ]*(?P<value>.*)",
    re.IGNORECASE | re.DOTALL,
)
_NAMES = {
    **dict.fromkeys(("author", "authors", "by"), "authors"),
    **dict.fromkeys(("year", "date"), "year"),
    **dict.fromkeys(("venue", "conference", "journal"), "venue"),
    **dict.fromkeys(("url", "link", "pdf", "paper"), "url"),
    **dict.fromkeys(("keyword", "keywords", "tags"), "keywords"),
    **dict.fromkeys(("abstract", "summary"), "abstract"),
    "doi": "doi",
    "arxiv": "arxiv",
}
_ITALIC = re.compile(r"\s*(?:\*([^*]+)\*|_([^_]+)_)\s*$")


@dataclass(slots=True)
class _Section:
    """A heading and the lines below it up to the next."""

    line: int
    level: int
    title: str
    body: list[str] = field(default_factory=list)

    @property
    def empty(self) -> bool:
        return not any(line.strip() for line in self.body)


def sniff(head: str, name: str) -> bool:
    """Whether it begins with a heading, and is named as Markdown or has more headings."""
    first = head.lstrip("\ufeff \n").partition("\n")[0]
    if not may_be_text(name) or not _HEADING.match(first):
        return False
    if PurePath(name).suffix.lower() in (".md", ".markdown"):
        return True
    return sum(bool(_HEADING.match(line)) for line in head.split("\n")) > 1


@reader("markdown", sniff, rank=85)
def read(text: InputText, log: ReadLog) -> Iterator[Item]:
    """One paper a heading with text, or without where no deeper heading follows."""
    venue, year = "", ""
    held: _Section | None = None
    for section in _whole(_sections(text.lines())):
        if held is not None and held.empty and section.level > held.level:
            venue, year = _place(held) or (venue, year)
        elif held is not None:
            yield from _papers(held, venue, year, text.name, log)
        held = section
    if held is not None:
        yield from _papers(held, venue, year, text.name, log)


def _sections(lines: Iterator[str]) -> Iterator[_Section]:
    section = _Section(1, 0, "")
    fenced = False
    for number, line in enumerate(lines, 1):
        fenced ^= bool(_FENCE.match(line))
        found = None if fenced else _HEADING.match(line)
        if found:
            if section.level or not section.empty:
                yield section
            section = _Section(number, len(found["level"]), found["text"])
        else:
            section.body.append(line)
    if section.level or not section.empty:
        yield section


def _whole(sections: Iterator[_Section]) -> Iterator[_Section]:
    """Sections, those whose heading names a field ("Abstract") put into the one they belong to."""
    held: _Section | None = None
    for section in sections:
        name = _NAMES.get(section.title.strip("*_: ").lower())
        if held is not None and name and section.level > held.level:
            body = (
                " ".join("".join(section.body).split())
                if name != "abstract"
                else "".join(section.body)
            )
            held.body += [f"{name}: {body.strip()}\n", "\n"]
            continue
        if held is not None:
            yield held
        held = section
    if held is not None:
        yield held


def _papers(section: _Section, venue: str, year: str, name: str, log: ReadLog) -> Iterator[Item]:
    place = _place(section)
    if (place and not section.empty) or not section.level:
        # A list of abstracts under one heading, or before the first.
        venue, year = place or (venue, year)
        bodies = [("", block) for block in abstracts_of(section.body)]
    else:
        bodies = [(section.title, "".join(section.body))]
    for title, body in bodies:
        fields = _fields(body) if title else {"abstract": body}
        link = _LINK.fullmatch(title)
        if link:
            title = f"{link['before']}{link['text']}{link['after']}"
            fields.setdefault("url", link["url"])
        paper = reference_paper(
            title=title.strip(),
            abstract=fields.get("abstract", ""),
            authors=split_authors(fields.get("authors", "")),
            year=fields.get("year", "") or year,
            venue=fields.get("venue", "") or venue,
            url=fields.get("url", ""),
            schemes={"doi": fields.get("doi", ""), "arxiv": fields.get("arxiv", "")},
            keywords=split_keywords([fields.get("keywords", "").replace(",", ";")]),
        )
        if paper is None:
            log.skip(f"{name}:{section.line}", NOTHING)
        else:
            yield paper, None


def _place(section: _Section) -> tuple[str, str] | None:
    found = heading_of(section.title)
    return (found[0], str(found[1])) if found else None


def _fields(body: str) -> dict[str, str]:
    """The fields on the lines before the abstract, and the abstract."""
    fields: dict[str, str] = {}
    lines = body.split("\n")
    while lines:
        found = _FIELD.fullmatch(lines[0])
        name = _NAMES[found["name"].lower()] if found else ""
        italic = _ITALIC.match(lines[0])
        if found and name == "abstract":
            lines[0] = found["value"]
            break
        if found:
            link = _LINK.fullmatch(found["value"])
            fields.setdefault(
                name, (link["url"] if link and name != "authors" else found["value"]).strip()
            )
        elif italic and "authors" not in fields and not italic[0].rstrip(" *_").endswith("."):
            fields["authors"] = (italic[1] or italic[2]).strip()
        elif lines[0].strip():
            break
        lines.pop(0)
    fields["abstract"] = "\n".join(lines).strip()
    return fields
