"""The working text with its offset map: parallel characters, source starts and source ends.

A pass over the text never counts offsets itself: it collects edits `(i, j, new)` in the coordinates
of the current text and `Buffer.apply` joins them once. Characters of a replaced slice all carry the
slice's source, so the map stays monotone whatever the passes do.
"""

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

Edit: TypeAlias = tuple[int, int, str]
"""Replace text[i:j] (i < j) by a string; the empty string deletes."""

Span: TypeAlias = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Clean:
    """A cleaned text and where each of its characters comes from.

    `starts[k]` and `ends[k]` bound the source of `text[k]` in `raw`; both never decrease. `marks`
    are the [c0, c1) spans of `text` that markup emphasised, in text order.
    """

    raw: str
    text: str
    starts: Sequence[int] = field(compare=False, repr=False)
    ends: Sequence[int] = field(compare=False, repr=False)
    marks: tuple[Span, ...]

    def to_raw(self, c0: int, c1: int) -> Span:
        """The smallest [start, end) slice of raw that holds the sources of text[c0:c1].

        An empty span gives the empty slice before the source of text[c0].
        """
        if c0 >= c1:
            at = self.starts[c0] if c0 < len(self.text) else len(self.raw)
            return at, at
        return self.starts[c0], self.ends[c1 - 1]

    def to_clean(self, start: int, end: int) -> Span:
        """The [c0, c1) characters of text whose sources lie in raw[start:end)."""
        c0 = bisect_left(self.starts, start)
        return c0, max(c0, bisect_right(self.ends, end))

    def snap(self, c0: int, c1: int) -> Span:
        """The span widened to whole source atoms, so that to_clean(*to_raw(...)) returns it."""
        return self.to_clean(*self.to_raw(c0, c1)) if c0 < c1 else (c0, c1)


class Buffer:
    """Text under cleaning; `marks` holds emphasised spans as slices of raw."""

    __slots__ = ("ends", "marks", "raw", "starts", "text")

    def __init__(self, raw: str) -> None:
        self.raw = raw
        self.text = raw
        # A range is the whole map of a text that no pass has changed.
        self.starts: Sequence[int] = range(len(raw))
        self.ends: Sequence[int] = range(1, len(raw) + 1)
        self.marks: set[Span] = set()

    def mark(self, i: int, j: int) -> None:
        """Remember text[i:j] as emphasised."""
        if i < j:
            self.marks.add((self.starts[i], self.ends[j - 1]))

    def apply(self, edits: Iterable[Edit]) -> None:
        """Make all edits at once; of two that overlap, the one that starts first holds."""
        parts: list[str] = []
        starts, ends = array("I"), array("I")
        pos = 0
        for i, j, new in sorted(edits):
            if i < pos:
                continue
            parts.append(self.text[pos:i])
            starts.extend(self.starts[pos:i])
            ends.extend(self.ends[pos:i])
            if new:
                parts.append(new)
                starts.extend([self.starts[i]] * len(new))
                ends.extend([self.ends[j - 1]] * len(new))
            pos = j
        if pos == 0:
            return
        parts.append(self.text[pos:])
        starts.extend(self.starts[pos:])
        ends.extend(self.ends[pos:])
        self.text, self.starts, self.ends = "".join(parts), starts, ends

    def freeze(self) -> Clean:
        """The finished result, marks turned into spans of text without outer spaces."""
        bare = Clean(self.raw, self.text, self.starts, self.ends, ())
        if not self.marks:
            return bare
        spans = set()
        for start, end in self.marks:
            c0, c1 = bare.to_clean(start, end)
            piece = self.text[c0:c1]
            c0 += len(piece) - len(piece.lstrip())
            c1 -= len(piece) - len(piece.rstrip())
            if c0 < c1:
                spans.add((c0, c1))
        return Clean(self.raw, self.text, self.starts, self.ends, tuple(sorted(spans)))
