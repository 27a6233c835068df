"""BibTeX entries in UTF-8, for Zotero, JabRef, biber and the like."""

import re
from collections.abc import Iterable, Mapping
from typing import TextIO

from kg.output.papers import abstract_text, by_scheme
from kg.output.registry import paper_format
from kg.records import PaperNode

_ESCAPES = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        **{character: "\\" + character for character in "&%$#_"},
    }
)
# BibTeX counts braces even where they are escaped: those that don't pair up leave as commands.
_UNPAIRED = _ESCAPES | {ord("{"): r"\lbrace{}", ord("}"): r"\rbrace{}"}
_VERBATIM = {"doi", "url", "eprint", "pmid"}  # fields that tools take as they are
_KEY = re.compile(r"[\s,{}()=\"'#%~\\]+")  # what ends a key, or what TeX acts on


@paper_format("bibtex", ".bib")
def write(papers: Iterable[PaperNode], stream: TextIO) -> None:
    taken: set[str] = set()
    for paper in papers:
        key = _key(paper, taken)
        taken.add(key)
        kind = "article" if paper.venue else "misc"
        stream.write(f"@{kind}{{{key},\n")
        for name, value in fields(paper).items():
            stream.write(f"  {name} = {{{value}}},\n")
        stream.write("}\n\n")


def fields(paper: PaperNode) -> Mapping[str, str]:
    """The fields of a paper's entry, escaped; those without a value are left out."""
    ids = by_scheme(paper)
    plain: dict[str, str | tuple[str, ...]] = {
        "title": paper.title,
        "author": paper.authors,
        "year": str(paper.year or ""),
        "journal": paper.venue,
        "doi": ids.get("doi", ""),
        "eprint": ids.get("arxiv", ""),
        "archiveprefix": "arXiv" if "arxiv" in ids else "",
        "pmid": ids.get("pmid", ""),
        "url": paper.url,
        "abstract": abstract_text(paper),
    }
    return {name: _encoded(name, value) for name, value in plain.items() if value}


def escape(text: str) -> str:
    """`text` with what TeX would act on escaped."""
    return text.translate(_ESCAPES if _paired(text) else _UNPAIRED)


def _paired(text: str) -> bool:
    depth = 0
    for brace in (c for c in text if c in "{}"):
        depth += 1 if brace == "{" else -1
        if depth < 0:
            return False
    return depth == 0


def _encoded(name: str, value: str | tuple[str, ...]) -> str:
    if isinstance(value, tuple):
        return " and ".join(_author(author) for author in value)
    if name in _VERBATIM:
        return value.replace("{", "%7B").replace("}", "%7D").replace(" ", "%20")
    if name == "title":
        return "{" + escape(value) + "}"  # capitals stay
    return escape(value)


def _author(name: str) -> str:
    # "and" separates authors; braces keep a group's name whole.
    return "{" + escape(name) + "}" if re.search(r"\band\b", name) else escape(name)


def _key(paper: PaperNode, taken: set[str]) -> str:
    known = paper.extra.get("citation_key")  # the one that the user's own file had
    base = _KEY.sub("-", str(known or paper.id)).strip("-") or "paper"
    key, n = base, 1
    while key in taken:
        n += 1
        key = f"{base}-{n}"
    return key
