"""Superscripts and subscripts in one line: `R$^2$PS` is the name R2PS, `n^2` stays n^2."""

import re

from kg.text.latex_tables import WORDS

_SIMPLE = re.compile(r"\s*[-+±]?\s*(?:\d+(?:\.\d+)?|[^\W\d_]+|\\[A-Za-z]+|[*+†‡′'.⋆∗-]+)\s*$")
_STYLE = re.compile(r"\\+(?:math|text|operator|bold|bm|mbox|rm)[a-z]*\s*(?=[{\s])|[{}]")
# Characters; a longer script is never simple.
_LONGEST = 60
_NUMBER = re.compile(r"[-+−]?\d")
_BASE = re.compile(r"[A-Za-z][A-Za-z-]*$")


def plain(inside: str) -> str:
    """A script's content without style commands and braces."""
    return _STYLE.sub("", inside).strip()


def is_simple(inside: str) -> bool:
    """True if a script or operand needs no brackets to be read in one line."""
    if len(inside) > _LONGEST:
        return False
    bare = plain(inside)
    return not bare or bool(_SIMPLE.match(bare))


def drops_marker(marker: str, base: str, inside: str, follow: str, *, own_formula: bool) -> bool:
    """True if `^` or `_` belongs to a name and is not printed.

    `base` is up to 20 characters before the marker and `follow` a few after the script, both
    without delimiters; `own_formula` is true for `X$^2$`, where only the script is mathematics.
    """
    inside = plain(inside[:_LONGEST])
    number = bool(_NUMBER.match(inside))
    if marker == "_":
        return own_formula and number and base[-1:].isalpha()
    if not base or (base[-1].isdigit() and number):
        return False
    if own_formula:
        return base[-1].isalnum() or base[-1] in "”’"
    match = _BASE.search(base)
    if match is None or match.group() in WORDS:
        return False
    before = base[match.start() - 1 : match.start()]
    # A command's name, a subscript or a product of symbols is no name.
    if before in ("\\", "_", "^") or (before and before.isalnum()):
        return False
    name = match.group()
    if sum(char.isalpha() for char in name) > 1 and re.search("[A-Z]", name):
        return inside not in ("T", "\\top", "⊤")
    if inside in ("+", "*", "++"):
        return len(name) > 2
    return number and (follow[:1].isupper() or bool(re.match(r"-[A-Za-z]", follow)))
