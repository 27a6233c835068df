"""What the LaTeX pass knows and changes while it goes over a text."""

import re
from bisect import bisect_right

from kg.text import maths
from kg.text.offsets import Buffer, Edit

_BRACE = re.compile(r"\\[\s\S]|[{}]")


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


class State:
    """The text, its balanced braces and formulas, and the edits so far.

    Handlers of the pass take it with a position and return where to go on.
    """

    def __init__(self, buffer: Buffer) -> None:
        self.buffer = buffer
        self.text = buffer.text
        self.pair = _brace_pairs(self.text)
        self.formulas = maths.delimiters(self.text, self.pair)
        self.opens = [opening[1] for opening, _ in self.formulas]
        self.delimiters = {span[0]: span[1] for both in self.formulas for span in both}
        self.edits: list[Edit] = [(i, j, "") for i, j in self.delimiters.items()]
        # Where something was dropped: closing braces in it are not printed.
        self.dropped: set[int] = set()

    def in_maths(self, at: int) -> bool:
        k = bisect_right(self.opens, at) - 1
        # Formulas nest at most a few deep: the enclosing one is among the last that opened.
        return any(at < closing[0] for _, closing in self.formulas[max(0, k - 3) : k + 1])

    def drop(self, i: int, j: int) -> None:
        if i < j:
            self.edits.append((i, j, ""))
            self.dropped.add(j - 1)

    def brace(self, at: int) -> int | None:
        """The index of a balanced opening brace at or after white space from `at`."""
        while at < len(self.text) and self.text[at] in " \t\n\r":
            at += 1
        return at if at in self.pair else None

    def empty(self, at: int) -> int:
        """Drop `{}` after a command that takes no argument."""
        if self.text.startswith("{}", at):
            self.drop(at, at + 2)
            return at + 2
        return at

    def keep(self, i: int, j: int, *, mark: bool) -> int:
        """The argument without its command and braces."""
        k = self.brace(j)
        if k is None and self.text[j : j + 8].lstrip().startswith("{"):
            return j
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
