"""Where the mathematics of a text lies: which dollars are delimiters and which are money.

A dollar opens mathematics if the next dollar of the paragraph closes something that reads like it:
a command, a script, braces, or at most two plain words. "$5 million and $10" is money.
"""

import re
from typing import TypeAlias

Delimiter: TypeAlias = tuple[int, int]
"""[i, j) of one delimiter to drop."""

_DOLLAR = re.compile(r"\\[\s\S]|\$\$?|\n[ \t]*\r?\n")
_STRONG = re.compile(r"\\[A-Za-z]|[\^_{}]")
_WORD = re.compile(r"(?<![\\A-Za-z])[A-Za-z]{3,}")
_GROUPS = re.compile(r"\{[^{}]*\}")
_MONEY = re.compile(r"\s*\d[\d,.]*[kKMB]?(?:\s+[A-Za-z(]|[-–—]$|\s*$)")
_BRACKETS = re.compile(r"\\+([()\[\]])")
# Longest formula looked for, in characters.
_LONGEST = 1000


def _reads_as_maths(inside: str, after: str) -> bool:
    if not inside.strip():
        return False
    strong = bool(_STRONG.search(inside))
    if _MONEY.match(inside) and (inside.strip() != inside or after.isdigit() or not strong):
        return inside.strip() == inside and not after.isdigit() and not re.search(r"\s", inside)
    if after.isdigit() and not strong:
        return inside == inside.strip() and not inside[0].isdigit()
    return len(_WORD.findall(_GROUPS.sub("", inside))) <= (5 if strong else 2)


def delimiters(text: str, pair: dict[int, int]) -> list[tuple[Delimiter, Delimiter]]:
    """Opening and closing delimiters of each formula, in text order.

    `pair` maps each balanced opening brace to its closing one: a dollar inside braces that opened
    within the formula belongs to a text command and is a formula of its own.
    """
    found: list[tuple[Delimiter, Delimiter]] = []
    if "$" in text:
        tokens = [m.span() for m in _DOLLAR.finditer(text) if text[m.start()] != "\\"]
        _dollars(text, pair, tokens, found)
    if "\\(" in text or "\\[" in text:
        _brackets(text, found)
    return sorted(found)


def _dollars(
    text: str,
    pair: dict[int, int],
    tokens: list[Delimiter],
    found: list[tuple[Delimiter, Delimiter]],
) -> None:
    k = 0
    while k < len(tokens) - 1:
        i, j = tokens[k]
        if text[i] != "$":
            k += 1
            continue
        end = _closing(text, pair, tokens, k)
        if end is None:
            k += 1
            continue
        found.append((tokens[k], tokens[end]))
        # Dollars inside are text within the formula: pair them among themselves.
        _dollars(text, pair, tokens[k + 1 : end], found)
        k = end + 1


def _closing(text: str, pair: dict[int, int], tokens: list[Delimiter], k: int) -> int | None:
    i, j = tokens[k]
    reach = j
    for end in range(k + 1, min(k + 8, len(tokens))):
        a, b = tokens[end]
        if text[a] != "$" or a - j > _LONGEST:
            return None
        while (brace := text.find("{", reach, a)) >= 0:
            reach = max(brace + 1, pair.get(brace, brace))
        if reach > a:
            continue
        if b - a != j - i:
            return None
        return end if _reads_as_maths(text[j:a], text[b : b + 1]) else None
    return None


def _brackets(text: str, found: list[tuple[Delimiter, Delimiter]]) -> None:
    last: re.Match[str] | None = None
    for match in _BRACKETS.finditer(text):
        if match[1] in "([":
            last = match
        elif last and (last[1] + match[1]) in ("()", "[]"):
            inside = text[last.end() : match.start()]
            # Markdown writers escape brackets too: "\[CLS\]" keeps them.
            if last[1] == "(" or _STRONG.search(inside) or "=" in inside:
                found.append((last.span(), match.span()))
            last = None
