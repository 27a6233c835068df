"""Finding the mentions of an abstract's entities in it, where a record gives no spans."""

import re
from collections.abc import Iterable, Mapping

from kg.records import Span
from kg.text import Clean


def find_mentions(text: str, mentions: Iterable[str]) -> dict[str, list[Span]]:
    """For each mention its [c0, c1) occurrences in `text`, in text order; none for those that don't occur.

    Occurrences stand at word boundaries, the longest mention first, and never overlap. A mention
    that stands nowhere on its own ("LLM" where the text has only "LLMs") is found inside words.
    """
    wanted = sorted({m for m in mentions if m}, key=lambda m: (-len(m), m))
    found: dict[str, list[Span]] = {m: [] for m in wanted}
    taken = bytearray(len(text))
    for whole in (True, False):
        for mention in wanted:
            if not found[mention]:
                found[mention] = _occurrences(text, mention, taken, whole=whole)
    return found


def raw_spans(clean: Clean, spans: Iterable[Span]) -> dict[Span, str]:
    """[start, end) slices of the raw text for spans of its clean text, each with its clean string.

    Spans are widened to whole source atoms, so that they map back to themselves.
    """
    found: dict[Span, str] = {}
    for span in spans:
        c0, c1 = clean.snap(*span)
        found[clean.to_raw(c0, c1)] = clean.text[c0:c1]
    return dict(sorted(found.items()))


def by_first_occurrence(spans: Mapping[Span, str]) -> tuple[str, ...]:
    """The distinct strings of `raw_spans`, in text order."""
    return tuple(dict.fromkeys(spans.values()))


def _occurrences(text: str, mention: str, taken: bytearray, *, whole: bool) -> list[Span]:
    pattern = re.escape(mention)
    if whole:
        before = r"(?<!\w)" if mention[0].isalnum() else ""
        after = r"(?!\w)" if mention[-1].isalnum() else ""
        pattern = before + pattern + after
    spans = []
    for match in re.finditer(pattern, text):
        start, end = match.span()
        if not any(taken[start:end]):
            taken[start:end] = b"\1" * (end - start)
            spans.append((start, end))
    return spans
