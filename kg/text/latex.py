"""LaTeX dropped or turned into Unicode, character by character of its source.

A name that survives only as a macro stays as it stands (`\\ours`, without its empty braces).
Arguments are kept where a command is unknown. What the text escapes (`\\_`, `\\*`) is hidden from
the Markdown pass, see `protect`.
"""

import re
import unicodedata
from bisect import bisect_right

from kg.text import latex_tables as table
from kg.text import maths, scripts
from kg.text.offsets import Buffer, Edit
from kg.text.protect import hide

_TRIGGER = re.compile(r"[\\${}^~]|``|_\{")
_TOKEN = re.compile(r"\\+(?:[A-Za-z]+|[\s\S])|[{^_~]|``")
_BRACE = re.compile(r"\\[\s\S]|[{}]")
_OPTION = re.compile(r"\s*\[[^\[\]]{0,200}\]")
_ACCENT = re.compile(
    r"""\\(?:(['`^"~=.])\s*|([cvuHkrbd])(?=[\s{]))\s*(?:\{\s*\\?([A-Za-z])\s*\}|\\?([A-Za-z]))"""
)
_MATH_ACCENT = re.compile(
    r"\\+(\w+?)\s*(?:\{\s*)?(?:\\+(?:math(?:cal|bb|bf|rm|sf|scr)|bm|boldsymbol)\s*(\{)?\s*)?([A-Za-z])\s*"
)
_PLAIN_GROUP = re.compile(r"""[^,:;|"'=<>\[\]()]*$""")


def strip_latex(buffer: Buffer) -> None:
    """Without LaTeX markup; emphasised arguments become marks."""
    if _TRIGGER.search(buffer.text):
        scanner = _Scanner(buffer)
        scanner.run()
        buffer.apply(scanner.edits)


def _brace_pairs(text: str) -> dict[int, int]:
    """Each balanced, unescaped opening brace with its closing one."""
    pair: dict[int, int] = {}
    opened: list[int] = []
    for match in _BRACE.finditer(text):
        if match.group() == "{":
            opened.append(match.start())
        elif match.group() == "}" and opened:
            pair[opened.pop()] = match.start()
    return pair


class _Scanner:
    """One pass from left to right; each handler returns where to go on."""

    def __init__(self, buffer: Buffer) -> None:
        self.buffer = buffer
        self.text = buffer.text
        self.pair = _brace_pairs(self.text)
        self.formulas = maths.delimiters(self.text, self.pair)
        self.opens = [opening[1] for opening, _ in self.formulas]
        self.delimiters = {span[0]: span[1] for both in self.formulas for span in both}
        self.edits: list[Edit] = [(i, j, "") for i, j in self.delimiters.items()]

    def run(self) -> None:
        pos = 0
        while match := _TOKEN.search(self.text, pos):
            i = match.start()
            if i in self.delimiters:
                pos = self.delimiters[i]
                continue
            match self.text[i]:
                case "\\":
                    pos = self.command(match)
                case "{":
                    pos = self.group(i)
                case "^" | "_":
                    pos = self.script(i, match.end())
                case "~":
                    pos = self.tie(i)
                case _:
                    pos = self.quote(i)

    def in_maths(self, at: int) -> bool:
        k = bisect_right(self.opens, at) - 1
        # Formulas nest at most a few deep: the enclosing one is among the last that opened.
        return any(at < closing[0] for _, closing in self.formulas[max(0, k - 3) : k + 1])

    def drop(self, i: int, j: int) -> None:
        if i < j:
            self.edits.append((i, j, ""))

    def brace(self, at: int) -> int | None:
        """The index of a balanced opening brace at or after white space from `at`."""
        while at < len(self.text) and self.text[at] in " \t\n\r":
            at += 1
        return at if at in self.pair else None

    # Commands

    def command(self, match: re.Match[str]) -> int:
        i, j = match.span()
        name = match.group().lstrip("\\")
        slashes = j - i - len(name)
        if not name or not name[0].isalpha() or not name[0].isascii():
            return self.escape(i, i + slashes, name)
        accent = _ACCENT.match(self.text, i + slashes - 1)
        if accent and accent[2]:
            return self.accent(i, accent)
        if slashes > 1 and not self.known(name):
            self.edits.append((i, i + slashes, " "))
            return i + slashes
        return self.named(i, j, name)

    def known(self, name: str) -> bool:
        return (
            name in table.KEEP
            or name in table.DROP
            or name in table.SECOND
            or name in table.FRACTIONS
            or name in table.IGNORED
            or name in table.WORDS
            or (len(name) > 1 and name in table.SYMBOLS)
        )

    def named(self, i: int, j: int, name: str) -> int:
        if name in table.MATH_ACCENTS and (end := self.math_accent(i, name)):
            return end
        if name in table.KEEP:
            return self.keep(i, j, mark=name in table.EMPHASIS)
        if name in table.DROP:
            return self.drop_command(i, j, name)
        if name in table.SECOND:
            return self.second(i, j)
        if name in table.FRACTIONS:
            return self.fraction(i, j)
        if name in table.IGNORED:
            end = j + 1 if name in ("left", "right") and self.text[j : j + 1] == "." else j
            while self.text[end : end + 1] == " ":
                end += 1
            self.drop(i, end)
            return end
        if name in table.SPACES:
            self.edits.append((i, j, " "))
            return j
        if name in table.WORDS:
            spaced = self.text[i - 1 : i].isalnum() or self.text[i - 1 : i] == ")"
            self.edits.append((i, j - len(name), " " if spaced else ""))
            return self.empty(j)
        if name == "ding":
            return self.ding(i, j)
        if name in table.ABBREVIATIONS:
            new = table.ABBREVIATIONS[name]
            doubled = self.text[j : j + 1] == "."
            self.edits.append((i, j, new[:-1] if doubled else new))
            return self.empty(j)
        if name in table.SYMBOLS:
            return self.symbol(i, j, name)
        return self.unknown(i, j)

    def empty(self, at: int) -> int:
        """Drop `{}` after a command that takes no argument."""
        if self.text.startswith("{}", at):
            self.drop(at, at + 2)
            return at + 2
        return at

    def keep(self, i: int, j: int, *, mark: bool) -> int:
        """The argument without its command and braces."""
        k = self.brace(j)
        if k is None:
            while self.text[j : j + 1] == " ":
                j += 1
            self.drop(i, j)
            return j
        close = self.pair[k]
        self.drop(i, k + 1)
        self.drop(close, close + 1)
        if mark:
            self.buffer.mark(k + 1, close)
        return k + 1

    def drop_command(self, i: int, j: int, name: str) -> int:
        end = j
        while option := _OPTION.match(self.text, end):
            end = option.end()
        k = self.brace(end)
        if k is not None:
            end = self.pair[k] + 1
        elif end == j:
            return j
        if name in table.CITES:
            while self.text[i - 1 : i] in (" ", "~", "\n"):
                i -= 1
        self.drop(i, end)
        return end

    def second(self, i: int, j: int) -> int:
        option = _OPTION.match(self.text, j)
        first = self.brace(option.end() if option else j)
        if first is None:
            return j
        other = self.brace(self.pair[first] + 1)
        if other is None:
            return self.keep(i, first, mark=False)
        return self.keep(i, other, mark=False)

    def fraction(self, i: int, j: int) -> int:
        top = self.brace(j)
        below = None if top is None else self.brace(self.pair[top] + 1)
        if top is None or below is None:
            self.drop(i, j)
            return j
        over, end = self.pair[top], self.pair[below]
        round_top = not scripts.is_simple(self.text[top + 1 : over])
        round_below = not scripts.is_simple(self.text[below + 1 : end])
        self.edits.append((i, top + 1, "(" if round_top else ""))
        self.edits.append((over, below + 1, (")" if round_top else "") + "/" + "(" * round_below))
        self.edits.append((end, end + 1, ")" if round_below else ""))
        return top + 1

    def symbol(self, i: int, j: int, name: str) -> int:
        if name == "sqrt":
            option = _OPTION.match(self.text, j)
            k = self.brace(option.end() if option else j)
            if k is not None:
                simple = scripts.is_simple(self.text[k + 1 : self.pair[k]])
                self.edits.append((i, k + 1, "√" if simple else "√("))
                self.edits.append((self.pair[k], self.pair[k] + 1, "" if simple else ")"))
                return k + 1
        end = j
        if name in table.LETTERS:
            if self.in_maths(i):
                return self.unknown(i, j)
            if self.text[end : end + 1] == " " and self.text[end + 1 : end + 2].isalpha():
                end += 1
        self.edits.append((i, end, hide(table.SYMBOLS[name])))
        return self.empty(end)

    def ding(self, i: int, j: int) -> int:
        k = self.brace(j)
        number = self.text[k + 1 : self.pair[k]].strip() if k is not None else ""
        if k is None or not number.isdecimal() or not 33 <= int(number) <= 254:
            return j
        # The Dingbats font fills U+2701 from 33; its circled 1 to 10 (172) stand at U+2460.
        code = int(number)
        new = chr(0x2460 + code - 172) if 172 <= code <= 181 else chr(0x2700 + code - 32)
        if code > 126 and not 172 <= code <= 181:
            new = chr(0x2760 + code - 160) if code > 181 or code < 172 else new
        self.edits.append((i, self.pair[k] + 1, new))
        return self.pair[k] + 1

    def unknown(self, i: int, j: int) -> int:
        """Keep the argument; without one, keep the command (a name that is only a macro)."""
        if self.text[j : j + 1] != "{" or j not in self.pair:
            return j
        if not self.text[j + 1 : self.pair[j]].strip():
            self.drop(j, self.pair[j] + 1)
            return self.pair[j] + 1
        return self.keep(i, j, mark=False)

    # Escapes and accents

    def escape(self, i: int, k: int, char: str) -> int:
        """A backslash (or several) before a character that is no letter; text[k] is it."""
        if not char:
            self.drop(i, k)
            return k
        if char.isspace() or (char.isdigit() and k - i > 1):
            self.edits.append((i, k + char.isspace(), " "))
            return k + char.isspace()
        accent = _ACCENT.match(self.text, k - 1)
        if accent and accent[1] and self.is_accent(i, accent):
            return self.accent(i, accent)
        maths_here = self.in_maths(i)
        if maths_here and char in "_^":
            self.drop(i, k)
            return k
        if char in ",;:" and (maths_here or char == ","):
            self.edits.append((i, k + 1, " "))
        elif char in "!@/-" and not (char == "-" and self.text.startswith("--", k)):
            keep = char == "@" and not maths_here
            self.edits.append((i, k + 1, hide("@") if keep else ""))
        elif char == "|" and maths_here:
            self.edits.append((i, k + 1, "‖"))
        elif char == "`":
            self.drop(i, k)
            return k
        elif char.isalnum() or ord(char) > 126:
            return k
        else:
            self.edits.append((i, k + 1, hide(char)))
        return k + 1

    def is_accent(self, i: int, accent: re.Match[str]) -> bool:
        """Tell `G\\"odel` from a quotation that was escaped, `\\"our model\\"`."""
        composed = self.composed(accent)
        if len(composed) > 1 or self.in_maths(i) and accent[1] not in "'\"`":
            return False
        before = self.text[i - 1 : i]
        return bool(accent[3]) or accent[1] not in "\"'" or before.isalpha() or before == "{"

    def composed(self, accent: re.Match[str]) -> str:
        mark = table.ACCENTS[accent[1] or accent[2]]
        letter = accent[3] or accent[4]
        return unicodedata.normalize("NFC", letter + mark)

    def accent(self, i: int, accent: re.Match[str]) -> int:
        self.edits.append((i, accent.end(), self.composed(accent)))
        return accent.end()

    def math_accent(self, i: int, name: str) -> int | None:
        """`\\tilde{\\mathcal{O}}` as one letter; None for a longer argument."""
        match = _MATH_ACCENT.match(self.text, i)
        if match is None or match[1] != name:
            return None
        end = match.end()
        for _ in range(match.group().count("{")):
            if self.text[end : end + 1] != "}":
                return None
            end += 1
        if "{" not in match.group():
            end = match.end(3)
        mark = table.MATH_ACCENTS[name]
        self.edits.append((i, end, unicodedata.normalize("NFC", match[3] + mark)))
        return end

    # Groups, scripts, ties, quotes

    def group(self, i: int) -> int:
        """Braces that only group go; a set such as {-1, 1} in plain text keeps them."""
        close = self.pair.get(i)
        if close is None:
            return i + 1
        inside = self.text[i + 1 : close]
        declared = re.match(r"\s*\\([A-Za-z]+)", inside)
        maths_here = self.in_maths(i)
        if maths_here or declared or _PLAIN_GROUP.match(inside):
            self.drop(i, i + 1)
            self.drop(close, close + 1)
            if declared and declared[1] in table.DECLARATIONS:
                self.buffer.mark(i + 1 + declared.end(), close)
        return i + 1

    def script(self, i: int, j: int) -> int:
        text, marker = self.text, self.text[i]
        maths_here = self.in_maths(i)
        close = self.pair.get(j)
        if not maths_here and marker == "_" and close is None:
            return j
        if close is not None:
            inside, end = text[j + 1 : close], close + 1
        else:
            token = (
                re.match(r"\s*(?:\\[A-Za-z]+|[-+]?\d+|\+\+|\S)", text[j:])
                if maths_here
                else (re.match(r"\\[A-Za-z]+|\d+|[+*]+|[A-Za-z]+", text[j:]))
            )
            if token is None:
                return j
            inside, end = token.group(), j + token.end()
        if marker == "^" and inside.strip() in (r"\circ", r"\degree"):
            self.edits.append((i, end, "°"))
            return end
        own = i in self.opens
        base = self.base(i, own=own)
        if not maths_here and not base:
            return j
        follow = re.sub(r"^[}$]+", "", text[end : end + 6])
        if scripts.drops_marker(marker, base, inside, follow, own_formula=own):
            self.drop(i, j)
            simple = True
        else:
            simple = scripts.is_simple(inside)
        if close is not None:
            self.edits.append((j, j + 1, "" if simple else "("))
            self.edits.append((close, close + 1, "" if simple else ")"))
            return j + 1
        return j

    def base(self, i: int, *, own: bool) -> str:
        """Up to 20 characters that the script at i is attached to, without delimiters."""
        at = i
        while at and (self.text[at - 1] in "{}$" or (own and self.text[at - 1] in "\\([")):
            at -= 1
        return re.split(r"[\s{}$]", self.text[max(0, at - 20) : at])[-1]

    def tie(self, i: int) -> int:
        before, after = self.text[i - 1 : i], self.text[i + 1 : i + 2]
        if self.in_maths(i):
            self.edits.append((i, i + 1, " "))
        elif before and (before.isalnum() or before in ".,;:)]}'’”\"%$") and after.strip():
            digits = before.isdigit() and after.isdigit()
            if not digits and (after.isalnum() or after in "\\$([{“\"'`*"):
                self.edits.append((i, i + 1, " "))
        return i + 1

    def quote(self, i: int) -> int:
        """``so quoted'' with curly quotation marks."""
        end = self.text.find("''", i + 2, i + 300)
        if end < 0 or "``" in self.text[i + 2 : end]:
            return i + 2
        self.edits += [(i, i + 2, "“"), (end, end + 2, "”")]
        return i + 2
