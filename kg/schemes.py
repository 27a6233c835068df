"""Identifier schemes of papers: one normal form for each of the ways in which people write an id."""

import re
from collections.abc import Callable, Mapping
from typing import Final
from urllib.parse import unquote

_DOI = re.compile(r"10\.\d+(?:\.\d+)*/\S+")
# Too short for a registrant's prefix (10.1000), so it names one paper: lists made by hand hold such.
_SHORT_DOI = re.compile(r"10\.\d{1,3}")
_ARXIV = re.compile(
    r"(?<![\w.])(?:(\d{4}\.\d{4,5})|([a-z-]+)(?:\.[a-z]{2})?/(\d{7}))(?:v\d+)?(?![\w/])", re.I
)
_ACL = re.compile(r"(?<![\w.])(?:([a-z]\d{2}-\d{4})|(\d{4}\.[a-z0-9_]+-[a-z0-9_]+\.\d+))\b", re.I)
_OPENREVIEW = re.compile(r"(?:.*[?&]id=)?([A-Za-z0-9_-]{6,})(?:[&#].*)?")
_S2 = re.compile(r"(?:.*/|corpusid:\s*)?([0-9a-f]{40}|\d+)", re.I)
_OPENALEX = re.compile(r"(?:.*/)?(W\d+)", re.I)
_WOS = re.compile(r"(?:(?:wos|isi):\s*)?([A-Z0-9]{10,20})", re.I)
_PMID = re.compile(
    r"(?:pmid:?\s*|https?://(?:\w+\.)*(?:pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov/pubmed)/)?0*([1-9]\d{0,8})/?",
    re.I,
)


def _doi(value: str) -> str:
    if _SHORT_DOI.fullmatch(value):
        return value
    if "%" in value:
        value = unquote(value)
    found = _DOI.search(value)
    doi = found.group().lower().rstrip(".,;>\"'") if found else ""
    # A closing bracket belongs to the sentence around the DOI unless the DOI opens it.
    while doi.endswith(")") and doi.count(")") > doi.count("("):
        doi = doi[:-1]
    return doi


def _arxiv(value: str) -> str:
    found = _ARXIV.search(value.removesuffix(".pdf"))
    if not found:
        return ""
    return found[1] or f"{found[2]}/{found[3]}".lower()


def _acl(value: str) -> str:
    found = _ACL.search(value.removesuffix(".pdf"))
    if not found:
        return ""
    return found[1].upper() if found[1] else found[2].lower()


def _whole(pattern: re.Pattern[str], change: Callable[[str], str]) -> Callable[[str], str]:
    def normal(value: str) -> str:
        found = pattern.fullmatch(value)
        return change(found[1]) if found else ""

    return normal


_NORMAL: Final[dict[str, Callable[[str], str]]] = {
    "doi": _doi,
    "arxiv": _arxiv,
    "pmid": _whole(_PMID, str),
    "acl": _acl,
    "openreview": _whole(_OPENREVIEW, str),
    "s2": _whole(_S2, str.lower),
    "openalex": _whole(_OPENALEX, str.upper),
    "wos": _whole(_WOS, str.upper),
}

#: Scheme names in order of precedence: the first that a paper has gives its id.
SCHEMES: Final = tuple(_NORMAL)

# DOI prefixes whose suffix is an id of another scheme.
_DOI_OF: Final = {
    "arxiv": re.compile(r"10\.48550/arxiv\.(.+)"),
    "acl": re.compile(r"10\.(?:18653/v1|3115/v1)/(.+)"),
}

# Where the address of a paper's page holds an id.
_URLS: Final = (
    ("doi", re.compile(r"https?://(?:dx\.)?doi\.org/", re.I)),
    ("arxiv", re.compile(r"https?://(?:[\w-]+\.)*arxiv\.org/(?:abs|pdf|html)/", re.I)),
    ("pmid", re.compile(r"https?://(?:\w+\.)*(?:pubmed\.ncbi|ncbi\.nlm\.nih\.gov/pubmed)", re.I)),
    ("acl", re.compile(r"https?://(?:www\.)?aclanthology\.org/", re.I)),
    ("openreview", re.compile(r"https?://openreview\.net/(?:forum|pdf)\?", re.I)),
    ("s2", re.compile(r"https?://(?:www\.)?semanticscholar\.org/paper/", re.I)),
    ("openalex", re.compile(r"https?://(?:api\.)?openalex\.org/", re.I)),
)


def scheme_id(scheme: str, value: str) -> str:
    """`value` as `scheme:normal form`; '' where it is no id of that scheme."""
    normal = _NORMAL[scheme](value.strip())
    return f"{scheme}:{normal}" if normal else ""


def scheme_ids(schemes: Mapping[str, str]) -> tuple[str, ...]:
    """All valid ids in order of precedence, with those that a DOI implies (arXiv, ACL).

    Keys are scheme names in any case; others, and values that are no id of their scheme, are left out.
    """
    given = {name.lower(): value for name, value in schemes.items() if value}
    found = {name: scheme_id(name, given[name]) for name in SCHEMES if name in given}
    doi = found.get("doi", "").removeprefix("doi:")
    for name, pattern in _DOI_OF.items():
        inner = pattern.fullmatch(doi)
        if inner and not found.get(name):
            found[name] = scheme_id(name, inner[1])
    return tuple(found[name] for name in SCHEMES if found.get(name))


def is_scheme_id(text: str) -> bool:
    """Whether `text` is a scheme id in its normal form (`doi:10.1/x`)."""
    scheme, colon, value = text.partition(":")
    return bool(colon) and scheme in _NORMAL and scheme_id(scheme, value) == text


def schemes_of_url(url: str) -> dict[str, str]:
    """The id that the address of a paper's page holds, as {scheme: value}; empty where none."""
    url = url.strip()
    for scheme, pattern in _URLS:
        if pattern.match(url) and scheme_id(scheme, url):
            return {scheme: url}
    return {}
