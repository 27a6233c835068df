"""LaTeX and Markdown escapes (`\\%`, `\\_`, `\\*`) and accents (`\\'e`, `\\c{c}`, `\\tilde{O}`)."""

import re
import unicodedata

from kg.text import latex_tables as table
from kg.text.latex_state import State
from kg.text.protect import hide

ACCENT = re.compile(
    r"""\\(?:(['`^"~=.])\s*|([cvuHkrbd])(?=[\s{]))\s*(?:\{\s*\\?([A-Za-z])\s*\}|\\?([A-Za-z]))"""
)
_MATH_ACCENT = re.compile(
    r"\s*(?:\{\s*)?"
    r"(?:\\+(?:math(?:cal|bb|bf|rm|sf|scr)|bm|boldsymbol)\s*(?:\{)?\s*)?([A-Za-z])\s*"
)
# The end of a quotation that was escaped, and how far it is looked for.
_QUOTE_END = re.compile(r"\\[\"'](?![A-Za-z{])")
_NEAR = 200


def escape(state: State, i: int, k: int, char: str) -> int:
    """A backslash (or several) before a character that is no letter; text[k] is it."""
    if not char:
        state.drop(i, k)
        return k
    if char.isspace() or (char.isdigit() and k - i > 1):
        state.edits.append((i, k + char.isspace(), " "))
        return k + char.isspace()
    accent = ACCENT.match(state.text, k - 1)
    if accent and accent[1] and _is_accent(state, i, accent):
        return accent_letter(state, i, accent)
    maths_here = state.in_maths(i)
    if maths_here and char in "_^":
        state.drop(i, k)
        return k
    if char in ",;:" and (maths_here or char == ","):
        state.edits.append((i, k + 1, " "))
    elif char in "!@/-" and not (char == "-" and state.text.startswith("--", k)):
        keep = char == "@" and not maths_here
        state.edits.append((i, k + 1, hide("@") if keep else ""))
    elif char == "|" and maths_here:
        state.edits.append((i, k + 1, "‖"))
    elif char == "`":
        state.drop(i, k)
        return k
    elif char.isalnum() or ord(char) > 126:
        return k
    else:
        state.edits.append((i, k + 1, hide(char)))
    return k + 1


def _is_accent(state: State, i: int, accent: re.Match[str]) -> bool:
    """Tell `G\\"odel` from a quotation that was escaped, `\\"our model\\"`."""
    if len(_composed(accent)) > 1 or (state.in_maths(i) and accent[1] not in "'\"`"):
        return False
    if accent[3] or accent[1] not in "\"'" or state.text[i - 1 : i].isalpha():
        return True
    return not _QUOTE_END.search(state.text, accent.end(), accent.end() + _NEAR)


def _composed(accent: re.Match[str]) -> str:
    mark = table.ACCENTS[accent[1] or accent[2]]
    letter = accent[3] or accent[4]
    return unicodedata.normalize("NFC", letter + mark)


def accent_letter(state: State, i: int, accent: re.Match[str]) -> int:
    """The accented letter as one character (or letter and mark where Unicode has none)."""
    state.edits.append((i, accent.end(), _composed(accent)))
    return accent.end()


def math_accent(state: State, i: int, j: int, name: str) -> int | None:
    """`\\tilde{\\mathcal{O}}` as one letter; None for a longer argument."""
    match = _MATH_ACCENT.match(state.text, j)
    if match is None:
        return None
    end = match.end()
    for _ in range(match.group().count("{")):
        if state.text[end : end + 1] != "}":
            return None
        end += 1
    if "{" not in match.group():
        end = match.end(1)
    mark = table.MATH_ACCENTS[name]
    state.edits.append((i, end, unicodedata.normalize("NFC", match[1] + mark)))
    return end
