"""A reference manager's record to a paper: what the BibTeX, RIS and tagged readers share."""

import re
from collections.abc import Iterable, Mapping, Sequence

from kg.fields import year_field
from kg.ids import paper_id
from kg.readers.abstracts import tidy_abstract
from kg.records import Paper
from kg.schemes import scheme_id, scheme_ids, schemes_of_url

_ARXIV = re.compile(
    r"\s*(?:arxiv(?:\s+e-?prints?|\s+preprint)?[\s,:]*|corr[\s,:]*)*"
    r"(?:(?<=[:\s])|abs/)((?:[a-z-]+(?:\.[a-z]{2})?/)?\d[\d.]{6,9})",
    re.I,
)
_KEYWORDS = re.compile(r"\s*;\s*")

#: Why a record is left out: nothing tells it from another.
NOTHING = "has neither title, abstract nor id"


def reference_paper(
    *,
    title: str,
    abstract: str,
    authors: Sequence[str],
    year: str,
    venue: str,
    url: str,
    schemes: Mapping[str, str],
    keywords: Sequence[str] = (),
    extra: Mapping[str, str] | None = None,
) -> Paper | None:
    """The paper of texts as given; None where it has neither title, abstract nor id (`NOTHING`).

    `schemes` maps scheme names to values as given; the url adds the one that it holds. An abstract that
    only says that there is none is none. Keywords and `extra` are the paper's attributes, where they are
    not empty.
    """
    abstract = tidy_abstract(abstract)
    names = tuple(filter(None, (" ".join(author.split()) for author in authors)))
    known = schemes_of_url(url) | {name: value for name, value in schemes.items() if value}
    ids = scheme_ids(known)
    if not (title.strip() or abstract.strip() or ids):
        return None
    chosen = paper_id(title=title, abstract=abstract, authors=names, schemes=known)
    attributes = {"keywords": list(keywords), **(extra or {})}
    return Paper(
        id=chosen,
        abstract=abstract,
        title=title,
        year=year_field(year, ""),
        venue=venue,
        authors=names,
        url=url,
        ids=tuple(i for i in ids if i != chosen),
        extra={name: value for name, value in attributes.items() if value},
    )


def first(values: Iterable[str]) -> str:
    """The first that is not blank, without outer white space; '' where none is."""
    return next((value.strip() for value in values if value.strip()), "")


def arxiv_in(*texts: str) -> str:
    """The arXiv id that a note or journal begins with ("arXiv:1706.03762 [cs]", "CoRR abs/1706.03762"); ''
    where none does. Further in a note, an id may be another paper's.
    """
    for text in texts:
        found = _ARXIV.match(text)
        if found and scheme_id("arxiv", found[1].rstrip(".")):
            return found[1].rstrip(".")
    return ""


def split_keywords(texts: Iterable[str]) -> list[str]:
    """The keywords of lines that hold one each, or several parted by semicolons."""
    return [word for text in texts for word in _KEYWORDS.split(" ".join(text.split())) if word]
