"""What BibTeX adds to a value: braces that keep capitals, names joined by "and", escapes in addresses."""

import re

from kg.text import clean

_GROUPING = re.compile(r"\\(?:[A-Za-z]+\s*|.)|[{}$^_]", re.S)
# Nothing in it to clean, as in most names.
_PLAIN = re.compile(r"[A-Za-z0-9\s.,'()-]*")
_AND = re.compile(r"\s+and\s+", re.I)
_BRACES_OR_AND = re.compile(r"\\[{}]|[{}]|\s+and\s+", re.I)
_NAMES_OF_NOBODY = frozenset({"others", "et al.", "et al"})
_KEYWORD = re.compile(r"(?:\([^()]*\)|[^,])+")
_ADDRESS = re.compile(r"https?://[^\s{}]+")
_SYMBOLS = re.compile(r"\{?\\text(?:ascii)?(tilde|underscore|less|greater)\b(?:\{\})?\s?\}?")
_SYMBOL = {"tilde": "~", "underscore": "_", "less": "<", "greater": ">"}
_ESCAPES = re.compile(r"\\(?=[^\sA-Za-z])|[{}]")


def ungroup(text: str) -> str:
    """`text` without braces that only group ("{BERT:} for {NLP}"); those of commands and maths stay."""
    if "{" not in text:
        return text
    dropped: set[int] = set()
    opened: list[int] = []
    argument, maths = -1, False
    for found in _GROUPING.finditer(text):
        at = found.start()
        match found.group():
            case "{":
                groups = at != argument and not maths and not text.startswith("\\", at + 1)
                opened.append(at if groups else -1)
            case "}":
                start = opened.pop() if opened else -1
                if start >= 0:
                    dropped |= {start, at}
                else:
                    # A command may have a further argument.
                    argument = at + 1
            case "$":
                maths = not maths
            case _:
                argument = found.end()
    return "".join(c for i, c in enumerate(text) if i not in dropped)


def shown(text: str) -> str:
    """`text` as a reader sees it: without braces and TeX, in one line."""
    if text.isascii() and _PLAIN.fullmatch(text):
        return " ".join(text.split())
    return clean(ungroup(text)).text


def split_names(text: str) -> tuple[str, ...]:
    """The names of an author field, parted at "and" outside of braces, as they are shown."""
    if "{" not in text:
        pieces = _AND.split(text)
    else:
        pieces = []
        depth = begin = 0
        for found in _BRACES_OR_AND.finditer(text):
            mark = found.group()
            depth += (mark == "{") - (mark == "}")
            if mark[0].isspace() and depth <= 0:
                pieces.append(text[begin : found.start()])
                begin = found.end()
        pieces.append(text[begin:])
    names = map(shown, pieces)
    return tuple(name for name in names if name and name.casefold() not in _NAMES_OF_NOBODY)


def split_keywords(text: str) -> list[str]:
    """The keywords of a field, parted at semicolons, else at commas outside of brackets."""
    parts = text.split(";") if ";" in text else _KEYWORD.findall(text)
    return list(filter(None, map(shown, parts)))


def address_in(text: str) -> str:
    """The first address in a text ("\\url{https://x.org}"); '' where none is."""
    found = _ADDRESS.search(_SYMBOLS.sub(_symbol, text))
    return plain(found.group()) if found else ""


def plain(text: str) -> str:
    """An id or address without TeX's escapes and braces."""
    return _ESCAPES.sub("", _SYMBOLS.sub(_symbol, text)).strip()


def _symbol(found: re.Match[str]) -> str:
    return _SYMBOL[found[1]]
