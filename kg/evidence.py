"""The sentence in which an edge is stated."""

from functools import lru_cache
from typing import NamedTuple

from kg.records import Edge, Evidence, Span
from kg.text import Clean, clean, sentences


class Place(NamedTuple):
    """A sentence as the slice [start, end) of the clean `text`, and its mentions' [start, end) in that text."""

    text: str
    start: int
    end: int
    marks: tuple[Span, ...]


def evidence(abstract: str, edge: Edge) -> Evidence:
    """The clean text of `abstract` from the first to the last sentence that the edge's mentions touch.

    `abstract` is that of `edge.paper`, as given. An edge without spans has an empty sentence at (0, 0).
    """
    text, first, last, places = place(abstract, edge)
    if not places:
        return Evidence(edge.paper, "", 0, 0, ())
    start, end = _read(abstract)[0].to_raw(first, last)
    marks = tuple((c0 - first, c1 - first) for c0, c1 in places)
    return Evidence(edge.paper, text[first:last], start, end, marks)


def place(abstract: str, edge: Edge) -> Place:
    """Where in the clean text of `abstract` an edge is stated; without spans nowhere: no marks, (0, 0)."""
    cleaned, found = _read(abstract)
    spans = [span for span in (edge.head_span, edge.tail_span) if span]
    if not spans:
        return Place(cleaned.text, 0, 0, ())
    places = sorted({cleaned.to_clean(*span) for span in spans})
    first, last = _around(found, places[0][0], max(end for _, end in places))
    return Place(cleaned.text, first, last, tuple(places))


# Whoever asks for many edges asks paper by paper, and a paper has some twenty.
@lru_cache(maxsize=64)
def _read(abstract: str) -> tuple[Clean, list[Span]]:
    cleaned = clean(abstract)
    return cleaned, sentences(cleaned.text)


def _around(found: list[Span], start: int, end: int) -> Span:
    """From the start of the sentence at `start` to the end of the one at `end`; mentions may lie beyond."""
    first = max((s for s, _ in found if s <= start), default=start)
    last = min((e for _, e in found if e >= end), default=end)
    return first, last
