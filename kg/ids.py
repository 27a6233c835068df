"""Ids of papers from their content, and what `kg.resolve.papers` tells equal papers by."""

import hashlib
import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final

from kg.records import Paper
from kg.schema import ENTITY_TYPES
from kg.schemes import is_scheme_id, scheme_ids
from kg.text import clean, sentences

#: Longest display title taken from an abstract, in characters.
TITLE_LENGTH: Final = 80
# A clause shorter than this ("Recently, ...") does not stand for a paper.
_SHORTEST_CLAUSE: Final = 25

_SUFFIX = re.compile(r"(?:jr|sr|ii|iii|iv|phd|md)\.?", re.I)
_INITIALS = re.compile(r"(?:[^\W\d_]\.-?){1,4}|[A-Z]{1,2}")
_CLAUSE_END = re.compile(r"[,;:](?=\s)|\s[–—-]{1,3}(?=\s)|—")


def paper_id(
    *, title: str, abstract: str, authors: Sequence[str], schemes: Mapping[str, str]
) -> str:
    """The graph's id of a paper: its first scheme id, else 16 hex digits of a hash of its content.

    `schemes` maps scheme names (`kg.schemes.SCHEMES`) to values as given. The hash is SHA-256 over the
    letters and digits of the title and the first author's family name; without a title, of the abstract.
    """
    known = scheme_ids(schemes)
    if known:
        return known[0]
    content = normal_title(title)
    if content:
        content += _family(authors[0]) if authors else ""
    else:
        content = normal_abstract(abstract) or abstract
    return hashlib.sha256(content.encode("utf-8", "replace")).hexdigest()[:16]


def own_id(given: str) -> str:
    """The graph's id of a paper that gives its own: as given but for outer space, unless it reads as the id of
    an entity; '' for space alone."""
    given = given.strip()
    return f"paper:{given}" if given.partition(":")[0] in ENTITY_TYPES else given


def normal_title(title: str) -> str:
    """The case-folded letters and digits of the clean title."""
    return _letters(clean(title).text)


def normal_abstract(abstract: str) -> str:
    """The case-folded letters and digits of the clean abstract."""
    return _letters(clean(abstract).text)


def family_names(authors: Sequence[str]) -> frozenset[str]:
    """Family names for comparison: case-folded letters without accents, the last word of each.

    Reads "Given Family", "Family, Given" and "Family GI"; of a family name of several words only the
    last counts, because the first form does not tell where it begins.
    """
    return frozenset(filter(None, (_bare(_family(author)) for author in authors)))


def all_scheme_ids(paper: Paper) -> frozenset[str]:
    """The paper's ids that belong to a scheme: what makes two records the same whatever else they say."""
    return frozenset(i for i in (paper.id, *paper.ids) if is_scheme_id(i))


def display_title(paper: Paper, proposed: str | None) -> str:
    """A title to show, never empty: the given one, cleaned; else what the paper proposes; else the
    abstract's first clause, at most about `TITLE_LENGTH` characters; else the id.
    """
    given = clean(paper.title).text
    if given:
        return given
    if proposed and proposed.strip():
        return _shorten(proposed.strip())
    text = clean(paper.abstract).text
    spans = sentences(text)
    return _first_clause(text[slice(*spans[0])]) if spans else paper.input_id or paper.id


def _letters(text: str) -> str:
    # Compatibility form, so that ligatures, full-width letters and superscripts compare equal.
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return "".join(c for c in folded if c.isalnum())


def _bare(word: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))


def _family(author: str) -> str:
    name = clean(author).text
    if "," in name:
        words = name.partition(",")[0].split()
    else:
        words = [w for w in name.split() if not _SUFFIX.fullmatch(w)] or name.split()
        # "Smith JA", "Smith J.-A.": initials last.
        while len(words) > 1 and _INITIALS.fullmatch(words[-1]):
            words.pop()
    return _letters(words[-1]) if words else ""


def _first_clause(sentence: str) -> str:
    for end in _CLAUSE_END.finditer(sentence):
        if end.start() >= _SHORTEST_CLAUSE:
            sentence = sentence[: end.start()]
            break
    return _shorten(sentence.rstrip(" .,;:"))


def _shorten(text: str) -> str:
    if len(text) <= TITLE_LENGTH:
        return text
    head = text[: TITLE_LENGTH + 1]
    cut = head.rsplit(None, 1)[0] if " " in head else head[:TITLE_LENGTH]
    return cut.rstrip(" ,;:.") + "…"
