"""LaTeX dropped or turned into Unicode, character by character of its source.

A name that survives only as a macro stays as it stands (`\\ours`, without its empty braces).
Arguments are kept where a command is unknown. What the text escapes (`\\_`, `\\*`) is hidden from
the Markdown pass, see `protect`.
"""

import re
from bisect import bisect_right

from kg.text import latex_tables as table
from kg.text import scripts
from kg.text.latex_commands import command
from kg.text.latex_state import State
from kg.text.offsets import Buffer
from kg.text.protect import hide

_TRIGGER = re.compile(r"[\\${}^~`]")
_TOKEN = re.compile(r"\\+(?:[A-Za-z]+|[\s\S])|[{^_~]|`+")
_SCRIPT_IN_MATHS = re.compile(r"\s*(?:\\[A-Za-z]+|[-+]?\d+|\+\+|\S)")
_SCRIPT = re.compile(r"\\[A-Za-z]+|\d+|[+*]+|[A-Za-z]+")
_DECLARED = re.compile(r"\s*\\+([A-Za-z]+|.)")
# A longer group in plain text is no protected name.
_LONGEST_GROUP = 200
_QUOTED = re.compile(
    r"(``)(?!`)[^`\n]{1,300}?(''|\")|(?<!\w)(`)(?=\w)[^`\n]{1,80}?\w[.,]?(')(?!\w)"
)
_PLAIN_GROUP = re.compile(r"""[^,:;|"'=<>\[\]()_^‖]*$""")


def strip_latex(buffer: Buffer) -> None:
    """Without LaTeX markup; emphasised arguments become marks."""
    if not _TRIGGER.search(buffer.text):
        return
    state = State(buffer)
    pos = 0
    while match := _TOKEN.search(state.text, pos):
        i = match.start()
        if i in state.delimiters:
            pos = state.delimiters[i]
            continue
        match state.text[i]:
            case "\\":
                pos = command(state, match)
            case "{":
                pos = _group(state, i)
            case "^" | "_":
                pos = _script(state, i, match.end())
            case "~":
                pos = _tie(state, i)
            case _:
                pos = _quote(state, i)
    buffer.apply(state.edits)


def _group(state: State, i: int) -> int:
    """Braces that only group go; a set such as {-1, 1} in plain text keeps them."""
    close = state.pair.get(i)
    if close is None:
        return i + 1
    if close == i + 2 and not state.text[i + 1].isalnum() and not state.in_maths(i):
        # "{[}5]", "{*}": a sign that was kept from its meaning.
        state.edits.append((i, close + 1, hide(state.text[i + 1])))
        return close + 1
    declared = _DECLARED.match(state.text, i + 1)
    bare = close - i < _LONGEST_GROUP and _PLAIN_GROUP.match(state.text, i + 1, close)
    if declared or bare or state.in_maths(i):
        state.drop(i, i + 1)
        state.drop(close, close + 1)
        if declared and declared[1] in table.DECLARATIONS:
            state.buffer.mark(declared.end(), close)
    return i + 1


def _script(state: State, i: int, j: int) -> int:
    text, marker = state.text, state.text[i]
    maths_here = state.in_maths(i)
    close = state.pair.get(j)
    if not maths_here and marker == "_" and close is None:
        return j
    if close is not None:
        inside, end = text[j + 1 : close], close + 1
    else:
        token = (_SCRIPT_IN_MATHS if maths_here else _SCRIPT).match(text, j)
        if token is None:
            return j
        inside, end = token.group(), token.end()
    if marker == "^" and inside.strip() in (r"\circ", r"\degree"):
        state.edits.append((i, end, "°"))
        return end
    k = bisect_right(state.opens, i) - 1
    own = k >= 0 and state.opens[k] == i
    base = _base(state, state.formulas[k][0][0] if own else i)
    if not maths_here and not base:
        return j
    follow = re.sub(r"^[}$]+", "", text[end : end + 6])
    if scripts.drops_marker(marker, base, inside, follow, own_formula=own):
        state.drop(i, j)
        simple = True
    else:
        simple = scripts.is_simple(inside)
    if close is not None:
        state.edits.append((j, j + 1, "" if simple else "("))
        state.edits.append((close, close + 1, "" if simple else ")"))
        return j + 1
    return j


def _base(state: State, at: int) -> str:
    """Up to 20 characters that a script at `at` is attached to, without delimiters."""
    low = max(0, at - 40)
    while at > low and (at - 1 in state.dropped or state.text[at - 1] in "{$"):
        at -= 1
    return re.split(r"[\s{$]", state.text[max(0, at - 20) : at])[-1]


def _tie(state: State, i: int) -> int:
    before, after = state.text[i - 1 : i], state.text[i + 1 : i + 2]
    if state.in_maths(i):
        state.edits.append((i, i + 1, " "))
    elif before and (before.isalnum() or before in ".,;:)]}'’”\"%$") and after.strip():
        digits = before.isdigit() and after.isdigit()
        if not digits and (after.isalnum() or after in "\\$([{“\"'`*"):
            state.edits.append((i, i + 1, " "))
    return i + 1


def _quote(state: State, i: int) -> int:
    """``so quoted'' or `so' with curly quotation marks."""
    match = _QUOTED.match(state.text, i)
    if match is None:
        return i + 1 + state.text.startswith("``", i)
    first, signs = (1, "“”") if match[1] else (3, "‘’")
    state.edits += [(*match.span(first), signs[0]), (*match.span(first + 1), signs[1])]
    return match.end(first)
