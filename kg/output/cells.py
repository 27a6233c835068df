"""Values as text, and text as cells of a terminal."""

import re
import unicodedata
from typing import Any

#: Control characters, line breaks, and those that turn the direction of what follows them.
_BREAKS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")


def as_text(value: Any) -> str:
    """A value on one line: None is empty, the members of a list are joined by '; '."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case list() | tuple() | set() | frozenset():
            return "; ".join(as_text(member) for member in value)
        case dict():
            return "; ".join(f"{key}: {as_text(member)}" for key, member in value.items())
        case _:
            return _BREAKS.sub(" ", str(value))


def width_of(text: str) -> int:
    """How many cells a terminal takes for `text`: two for wide characters, none for combining marks."""
    return len(text) if text.isascii() else sum(map(_cell, text))


def cut(text: str, width: int) -> str:
    """`text` if it fits into `width` cells, else as much as fits before an ellipsis."""
    if width_of(text) <= width:
        return text
    used, kept = 0, []
    for character in text:
        used += _cell(character)
        if used > width - 1:
            break
        kept.append(character)
    return "".join(kept).rstrip() + "…"


def pad(text: str, width: int, *, right: bool = False) -> str:
    """`text` filled with spaces to `width` cells; `right` moves it to the right edge."""
    fill = " " * max(0, width - width_of(text))
    return fill + text if right else text + fill


def _cell(character: str) -> int:
    if unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1
