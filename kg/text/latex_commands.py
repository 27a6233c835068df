"""LaTeX commands by name: what is kept of them and of their arguments."""

import re

from kg.text import latex_tables as table
from kg.text import scripts
from kg.text.latex_escapes import ACCENT, accent_letter, escape, math_accent
from kg.text.latex_state import State
from kg.text.protect import hide

_OPTION = re.compile(r"\s*\[[^\[\]]{0,200}\]")


def command(state: State, match: re.Match[str]) -> int:
    """Handle one or more backslashes with a name or a character; returns where to go on."""
    i, j = match.span()
    name = match.group().lstrip("\\")
    slashes = j - i - len(name)
    if not name or not name[0].isalpha() or not name[0].isascii():
        return escape(state, i, i + slashes, name)
    accent = ACCENT.match(state.text, i + slashes - 1)
    if accent and accent[2]:
        return accent_letter(state, i, accent)
    if slashes > 1 and not _known(state, name):
        state.edits.append((i, i + slashes, " "))
        return i + slashes
    return _named(state, i, j, name)


def _known(state: State, name: str) -> bool:
    return (
        name in table.KEEP
        or name in table.DROP
        or name in table.SECOND
        or name in table.FRACTIONS
        or name in table.IGNORED
        or name in table.WORDS
        or (len(name) > 1 and name in table.SYMBOLS)
    )


def _named(state: State, i: int, j: int, name: str) -> int:
    if name in table.MATH_ACCENTS and (end := math_accent(state, i, j, name)):
        return end
    if name in table.KEEP:
        return state.keep(i, j, mark=name in table.EMPHASIS)
    if name in table.DROP:
        return _drop_command(state, i, j, name)
    if name in table.SECOND:
        return _second(state, i, j)
    if name in table.FRACTIONS:
        return _fraction(state, i, j)
    if name in table.IGNORED:
        end = j + 1 if name in ("left", "right") and state.text[j : j + 1] == "." else j
        while state.text[end : end + 1] == " ":
            end += 1
        state.drop(i, end)
        return end
    if name in table.SPACES:
        state.edits.append((i, j, " "))
        return j
    if name in table.WORDS:
        spaced = state.text[i - 1 : i].isalnum() or state.text[i - 1 : i] == ")"
        state.edits.append((i, j - len(name), " " if spaced else ""))
        return state.empty(j)
    if name.startswith("fa") and name[2:3].isupper():
        # Icons of the Font Awesome package.
        state.drop(i, j)
        return state.empty(j)
    if name == "ding":
        return _ding(state, i, j)
    if name in table.ABBREVIATIONS:
        new = table.ABBREVIATIONS[name]
        doubled = state.text[j : j + 1] == "."
        state.edits.append((i, j, new[:-1] if doubled else new))
        return state.empty(j)
    if name in table.SYMBOLS:
        return _symbol(state, i, j, name)
    return _unknown(state, i, j)


def _drop_command(state: State, i: int, j: int, name: str) -> int:
    end = j
    while option := _OPTION.match(state.text, end):
        end = option.end()
    k = state.brace(end)
    if k is not None:
        end = state.pair[k] + 1
    elif end == j:
        return j
    if name in table.CITES:
        while i and state.text[i - 1] in " ~\n":
            i -= 1
        while state.edits and state.edits[-1][0] >= i and state.edits[-1][2] == " ":
            state.edits.pop()
    state.drop(i, end)
    return end


def _second(state: State, i: int, j: int) -> int:
    option = _OPTION.match(state.text, j)
    first = state.brace(option.end() if option else j)
    if first is None:
        return j
    other = state.brace(state.pair[first] + 1)
    if other is None:
        return state.keep(i, first, mark=False)
    return state.keep(i, other, mark=False)


def _fraction(state: State, i: int, j: int) -> int:
    top = state.brace(j)
    below = None if top is None else state.brace(state.pair[top] + 1)
    if top is None or below is None:
        state.drop(i, j)
        return j
    over, end = state.pair[top], state.pair[below]
    round_top = not scripts.is_simple(state.text[top + 1 : over])
    round_below = not scripts.is_simple(state.text[below + 1 : end])
    state.edits.append((i, top + 1, "(" if round_top else ""))
    state.edits.append((over, below + 1, (")" if round_top else "") + "/" + "(" * round_below))
    state.edits.append((end, end + 1, ")" if round_below else ""))
    return top + 1


def _symbol(state: State, i: int, j: int, name: str) -> int:
    if name == "sqrt":
        option = _OPTION.match(state.text, j)
        k = state.brace(option.end() if option else j)
        if k is not None:
            simple = scripts.is_simple(state.text[k + 1 : state.pair[k]])
            state.edits.append((i, k + 1, "√" if simple else "√("))
            state.edits.append((state.pair[k], state.pair[k] + 1, "" if simple else ")"))
            return k + 1
    end = j
    if name in table.LETTERS:
        if state.in_maths(i):
            return _unknown(state, i, j)
        if state.text[end : end + 1] == " " and state.text[end + 1 : end + 2].isalpha():
            end += 1
    state.edits.append((i, end, hide(table.SYMBOLS[name])))
    return state.empty(end)


def _ding(state: State, i: int, j: int) -> int:
    k = state.brace(j)
    number = state.text[k + 1 : state.pair[k]].strip() if k is not None else ""
    if k is None or not number.isdecimal() or not 33 <= int(number) <= 254:
        return j
    # The Dingbats font fills U+2701 from 33; its circled 1 to 10 (172) stand at U+2460.
    code = int(number)
    new = chr(0x2460 + code - 172) if 172 <= code <= 181 else chr(0x2700 + code - 32)
    if code > 126 and not 172 <= code <= 181:
        new = chr(0x2760 + code - 160) if code > 181 or code < 172 else new
    state.edits.append((i, state.pair[k] + 1, new))
    return state.pair[k] + 1


def _unknown(state: State, i: int, j: int) -> int:
    """Keep the argument; without one, keep the command (a name that is only a macro)."""
    if state.text[j : j + 1] != "{" or j not in state.pair:
        return j
    if not state.text[j + 1 : state.pair[j]].strip():
        state.drop(j, state.pair[j] + 1)
        return state.pair[j] + 1
    return state.keep(i, j, mark=False)
