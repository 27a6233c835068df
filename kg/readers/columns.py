"""Names of columns, and of keys of flat records, in the exports of libraries and databases."""

from collections.abc import Mapping, Sequence
from typing import Final

from kg.errors import InputError

#: Field of a paper -> names of the columns that hold it, the surest first, in lower case without anything but
#: letters and digits. Two-letter names are Web of Science's (AB) and, with a digit, those of RIS (N2).
COLUMNS: Final[Mapping[str, tuple[str, ...]]] = {
    "title": (
        *("title", "documenttitle", "itemtitle", "articletitle", "papertitle", "primarytitle"),
        *("articlename", "papername", "ti", "t1", "name"),
    ),
    "abstract": (
        *("abstract", "abstractnote", "abstracttext", "paperabstract", "articleabstract", "ab"),
        *("summary", "n2", "abstracts"),
    ),
    "authors": (
        *("af", "authorfullnames", "authors", "author", "authornames", "au", "firstauthors"),
        *("creators", "creator", "a1", "authorlist"),
    ),
    "year": (
        *("year", "publicationyear", "pubyear", "py", "yearpublished", "publishedyear", "y1"),
        *(
            "publicationdate",
            "dateofpublication",
            "coverdate",
            "publisheddate",
            "date",
            "published",
        ),
        *("issuedate", "da"),
    ),
    "venue": (
        *("venue", "publicationtitle", "sourcetitle", "journaltitle", "journal", "booktitle"),
        *("containertitle", "conference", "conferencename", "so", "t2", "jo", "jf", "journalname"),
        *("journalbook", "source"),
    ),
    "url": (
        "url",
        "link",
        "pdflink",
        "pageurl",
        "articleurl",
        "paperurl",
        "site",
        "forum",
        "urls",
        "ur",
    ),
    "keywords": ("keywords", "authorkeywords", "keyword", "manualtags", "de", "tags", "kw"),
    "doi": ("doi", "itemdoi", "di", "doilink", "dois"),
    "arxiv": ("arxiv", "arxivid", "arxivnumber"),
    "pmid": ("pmid", "pubmedid", "medlinepmid", "pubmed", "pm"),
    "acl": ("aclid", "aclanthologyid"),
    "openreview": ("openreviewid", "openreview", "forum"),
    "s2": ("s2id", "semanticscholarid", "s2paperid", "corpusid"),
    "openalex": ("openalexid", "openalex"),
    "wos": ("uniquewosid", "utuniquewosid", "wosid", "ut"),
}

_SCHEMES: Final = frozenset({"doi", "arxiv", "pmid", "acl", "openreview", "s2", "openalex", "wos"})


def plain_name(name: str) -> str:
    """A column's name for comparison: its letters and digits in lower case."""
    return "".join(c for c in name.casefold() if c.isalnum())


def check_columns(given: Mapping[str, str]) -> None:
    """Raises InputError where `given` ({field: column}) names a field that no paper has."""
    for field in given:
        if field not in COLUMNS:
            raise InputError(f"no paper has the field {field!r}; known: {', '.join(COLUMNS)}")


def places(header: Sequence[str], given: Mapping[str, str], where: str) -> dict[str, list[int]]:
    """For each field the positions of its columns in `header`, the surest first; absent fields are left out.

    A column that `given` names is the field's only one. Raises InputError, which lists the columns, where
    there is no such column.
    """
    names = [plain_name(name) for name in header]
    found = {
        field: [names.index(known) for known in known_names if known in names]
        for field, known_names in COLUMNS.items()
    }
    for field, column in given.items():
        name = plain_name(column)
        if name not in names or not name:
            raise InputError(f"{where}: no column {column!r}; it has {', '.join(header)[:400]}")
        found[field] = [names.index(name)]
    return {field: at for field, at in found.items() if at}


def scheme_fields(fields: Mapping[str, str]) -> dict[str, str]:
    """Those of `fields` that hold ids."""
    return {name: value for name, value in fields.items() if name in _SCHEMES and value}
