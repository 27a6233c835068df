"""Which mentions of two things stand closest."""

from collections.abc import Sequence

from kg.text.offsets import Span


def closest_pair(heads: Sequence[Span], tails: Sequence[Span]) -> tuple[Span, Span] | None:
    """The head and tail spans with the smallest gap (earliest on a tie); None if either has none."""
    in_order = sorted({*((span, False) for span in heads), *((span, True) for span in tails)})
    pairs: list[tuple[int, Span, Span, Span]] = []
    after: dict[bool, Span] = {}  # the first span of each side behind the present one
    for span, is_tail in reversed(in_order):
        # Of the pairs that begin with a span, the next of the other side gives the smallest gap.
        if other := after.get(not is_tail):
            head, tail = (other, span) if is_tail else (span, other)
            pairs.append((_gap(head, tail), span, head, tail))
        after[is_tail] = span
    return min(pairs)[2:] if pairs else None


def _gap(a: Span, b: Span) -> int:
    return max(a[0] - b[1], b[0] - a[1], 0)
