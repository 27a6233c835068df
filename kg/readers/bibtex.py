"""BibTeX and BibLaTeX: Zotero, JabRef, Mendeley, ACL Anthology, Scopus, Web of Science, DBLP.

Titles and abstracts keep their TeX, which `kg.text.clean` reads; names, venues and addresses are shown as
they are and so leave here without it. Keys are attributes. A crossref is not followed: its entry
stands after the one that names it, so that the whole file would have to be held.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import PurePath

from kg.readers.bibtex_syntax import Entry, Fault, entries
from kg.readers.bibtex_text import (
    address_in,
    plain,
    shown,
    split_keywords,
    split_names,
    ungroup,
)
from kg.readers.reference import NOTHING, arxiv_in, first, reference_paper
from kg.readers.registry import Item, ReadLog, reader
from kg.readers.source import InputText
from kg.records import Paper

_ENTRY = re.compile(r"^\s*@\s*[A-Za-z]+\s*[{(]", re.M)
_FIRST_LINE = re.compile(
    r"(?:\s+|%[^\n]*\n|Scopus\n|EXPORT DATE[^\n]*\n)*+@\s*[A-Za-z]+\s*\{\s*[^\s{}\"'(),=]*\s*[,=\s]"
)
_VENUES = ("journal", "journaltitle", "booktitle", "eventtitle", "fjournal", "series")

_ODD = "entries with text that could not be read"
_REFERRING = "entries with venue or year only in a crossref, which is not followed"


def sniff(head: str, name: str) -> bool:
    """Whether it begins with an entry, or holds one under a BibTeX file's name."""
    if PurePath(name).suffix.lower() in (".bib", ".bibtex"):
        return bool(_ENTRY.search(head))
    return bool(_FIRST_LINE.match(head))


@reader("bibtex", sniff, rank=30)
def read(text: InputText, log: ReadLog) -> Iterator[Item]:
    """One paper an entry; broken entries are named and left out, odd ones read and noted."""
    notes: dict[str, tuple[int, Entry]] = {}
    for entry in entries(text.lines()):
        where = f"{text.name}:{entry.line}"
        if isinstance(entry, Fault):
            log.skip(where, entry.why)
            continue
        paper = entry_paper(entry.key, entry.fields)
        if paper is None:
            log.skip(where, f"@{entry.kind}{{{entry.key[:60]}}} {NOTHING}")
            continue
        for what in _remarks(entry, paper):
            count, first_entry = notes.get(what, (0, entry))
            notes[what] = count + 1, first_entry
        yield paper, None
    for what, (count, entry) in notes.items():
        why = f": {entry.odd}" if what is _ODD else ""
        log.notes.append(f"{text.name}: {what}: {count} (first: line {entry.line}{why})")


def _remarks(entry: Entry, paper: Paper) -> Iterator[str]:
    if entry.odd:
        yield _ODD
    if entry.fields.get("crossref") and not (paper.venue and paper.year):
        yield _REFERRING


def entry_paper(key: str, fields: Mapping[str, str]) -> Paper | None:
    """The paper of an entry's fields by lower-case name; None where it says nothing of one."""

    def get(*names: str) -> str:
        return first(fields.get(name, "") for name in names)

    url = plain(get("url")) or address_in(get("howpublished", "note", "biburl", "bdsk-url-1"))
    return reference_paper(
        title=ungroup(get("title")),
        abstract=get("abstract"),
        authors=split_names(get("author")),
        year=get("year", "date", "issued"),
        venue=shown(get(*_VENUES)),
        url=url,
        schemes=_schemes(get),
        keywords=split_keywords(get("author_keywords", "keywords", "keyword")),
        extra={"citation_key": key},
    )


def _schemes(get: Callable[..., str]) -> dict[str, str]:
    archive = get("archiveprefix", "eprinttype").lower()
    eprint = plain(get("eprint"))
    found = {
        "doi": plain(get("doi")),
        "pmid": plain(get("pmid", "pubmed_id")) or (eprint if archive == "pubmed" else ""),
        "acl": plain(get("acl_id", "anthology_id")),
        "wos": plain(get("unique-id", "unique_id", "isi")),
        "arxiv": plain(get("arxiv", "arxivid", "arxiv_id")),
    }
    if not found["arxiv"]:
        of_arxiv = archive in ("arxiv", "") and eprint
        found["arxiv"] = of_arxiv or arxiv_in(
            *(get(name) for name in ("journal", "note", "howpublished", "publisher", "number"))
        )
    return found
