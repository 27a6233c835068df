"""Where the mathematics of a text lies: which dollars are delimiters and which are money.

A dollar opens mathematics if the next dollar of the paragraph closes something that reads like it:
a command, a script, braces, or at most two plain words. "$5 million and $10" is money.
"""

import re
from typing import TypeAlias

Delimiter: TypeAlias = tuple[int, int]
"""[i, j) of one delimiter to drop, with the spaces on its inner side."""

_DOLLAR = re.compile(r"\\*\$|\\[^$]|\n[ \t]*\r?\n")
_STRONG = re.compile(r"\\[A-Za-z]|[\^_{}]")
_WORD = re.compile(r"(?<![\\A-Za-z])[A-Za-z]{3,}")
_GROUPS = re.compile(r"\{[^{}]*\}")
_MONEY = re.compile(r"\d[\d,.]*[kKMB]?(?:\s+[A-Za-z(]|[-–—]?\s*$)")
_OPERATOR = re.compile(r"[<>=≤≥≈∼×±+−–-]+")
_BRACKETS = re.compile(r"\\+([()\[\]])")
# Longest formula looked for, in characters, and how many dollars of inner text it may hold.
_LONGEST = 1000
_INNER = 8


def _reads_as_maths(inside: str, after: str, *, escaped: bool) -> bool:
    bare = inside.strip()
    if not bare:
        return False
    strong = bool(_STRONG.search(inside))
    if escaped:
        return strong or not (re.search(r"\s", inside) or after.isdigit())
    if inside[-1].isspace() and not inside[0].isspace() and (after.isalnum() or after == "\\"):
        # "cost $10, but $\alpha$": the second dollar opens.
        return False
    if after.isdigit() and (bare[0].isdigit() or not (strong or _OPERATOR.fullmatch(bare))):
        return False
    words = len(_WORD.findall(_GROUPS.sub("", inside)))
    if _MONEY.match(bare) and re.search(r"\s", inside) and (words or not strong):
        return False
    return words <= (5 if strong else 2)


def delimiters(text: str, pair: dict[int, int]) -> list[tuple[Delimiter, Delimiter]]:
    """Opening and closing delimiters of each formula, in text order.

    `pair` maps each balanced opening brace to its closing one: a dollar inside braces that opened
    within the formula belongs to a text command and is a formula of its own.
    """
    found: list[tuple[Delimiter, Delimiter]] = []
    if "$" in text:
        _dollars(text, pair, _tokens(text), found)
    if "\\(" in text or "\\[" in text:
        _brackets(text, found)
    return sorted((_widen(text, i, j), _narrow(text, a, b)) for (i, j), (a, b) in found)


def _widen(text: str, i: int, j: int) -> Delimiter:
    while text[j] in " \t" and not text[i - 1 : i].isalnum():
        j += 1
    return i, j


def _narrow(text: str, a: int, b: int) -> Delimiter:
    while text[a - 1] in " \t" and not text[b : b + 1].isalnum():
        a -= 1
    return a, b


def _tokens(text: str) -> list[Delimiter]:
    """Dollars, escaped dollars and paragraph ends, in text order.

    "$$" is one delimiter where no formula is open and the next dollar is doubled as well; in
    `$a$$b$` it closes one formula and opens the next.
    """
    tokens: list[Delimiter] = []
    spans = [m.span() for m in _DOLLAR.finditer(text) if text[m.end() - 1] in "$\n"]
    inside = False
    k = 0
    while k < len(spans):
        i, j = spans[k]
        if text[i] == "\n":
            inside = False
        elif text[i] == "$":
            if not inside and k + 3 < len(spans):
                following = spans[k + 1 : k + 4]
                if (j, j + 1) == following[0] and following[1][1] == following[2][0]:
                    tokens += [(i, j + 1), (following[1][0], following[2][1])]
                    k += 4
                    continue
            inside = not inside
        tokens.append((i, j))
        k += 1
    return tokens


def _dollars(
    text: str,
    pair: dict[int, int],
    tokens: list[Delimiter],
    found: list[tuple[Delimiter, Delimiter]],
) -> None:
    k = 0
    while k < len(tokens) - 1:
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
    for end in range(k + 1, min(k + _INNER, len(tokens))):
        a, b = tokens[end]
        if text[i] == "\n" or text[a] == "\n" or a - j > _LONGEST:
            return None
        while (brace := text.find("{", reach, a)) != -1:
            reach = max(brace + 1, pair.get(brace, brace))
        if reach > a:
            continue
        if text[a:b] != text[i:j]:
            return None
        escaped = text[i] == "\\"
        # A displayed formula may touch the words around it.
        after = "" if text[i:j] == "$$" else text[b : b + 1]
        reads = _reads_as_maths(text[j:a], after, escaped=escaped)
        return end if reads else None
    return None


def _brackets(text: str, found: list[tuple[Delimiter, Delimiter]]) -> None:
    last: re.Match[str] | None = None
    for match in _BRACKETS.finditer(text):
        if match[1] in "([":
            last = match
        elif last and (last[1] + match[1]) in ("()", "[]"):
            inside = text[last.end() : match.start()]
            # Markdown writers escape brackets too: "\[CLS\]" keeps them.
            if inside.strip() and (last[1] == "(" or _STRONG.search(inside) or "=" in inside):
                found.append((last.span(), match.span()))
            last = None
