"""Superscripts and subscripts in one line: `R$^2$PS` is the name R2PS, `n^2` stays n^2."""

import re

_SIMPLE = re.compile(r"\s*[-+±]?\s*(?:\w+|\\[A-Za-z]+\s*|[*+†‡′'.⋆∗-]+)\s*$")
_NUMBER = re.compile(r"\s*[-+−]?\d")
_BASE = re.compile(r"[^\W\d_][\w-]*$")
_FOLLOW = re.compile(r"[}$\s]*")


def is_simple(inside: str) -> bool:
    """True if a script needs no brackets to be read in one line."""
    return bool(_SIMPLE.match(inside)) or not inside.strip()


def drops_marker(marker: str, base: str, inside: str, follow: str, *, own_formula: bool) -> bool:
    """True if `^` or `_` belongs to a name and is not printed.

    `base` is up to 20 characters before the marker and `follow` a few after the script, both
    without delimiters; `own_formula` is true for `X$^2$`, where only the script is mathematics.
    """
    if marker == "_":
        return own_formula and bool(_NUMBER.match(inside)) and base[-1:].isalpha()
    if not base or (base[-1].isdigit() and _NUMBER.match(inside)):
        return False
    if own_formula:
        return base[-1].isalnum() or base[-1] in ")]”’"
    match = _BASE.search(base)
    if match is None or base[match.start() - 1 : match.start()] == "\\":
        return False
    letters = sum(char.isalpha() for char in match.group())
    if letters > 1 and any(char.isupper() for char in match.group()):
        return True
    if inside.strip() in ("+", "*", "++"):
        return letters > 2
    number = bool(_NUMBER.match(inside))
    if number and re.match(r"-[A-Za-z]", follow):
        return True
    return number and follow[:1].isupper()
