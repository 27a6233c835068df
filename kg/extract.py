"""Inputs to claims, one record at a time: what `kg extract` writes."""

from collections import deque
from collections.abc import Iterable, Iterator

from kg.build import Extractor
from kg.records import Extraction, Paper


def extract_papers(
    papers: Iterable[Paper], extractor: Extractor, *, workers: int = 1
) -> Iterator[tuple[Paper, Extraction]]:
    """Each paper with its claims, in the order given; papers are drawn as the extractor asks for them."""
    drawn: deque[Paper] = deque()

    def abstracts() -> Iterator[str]:
        for paper in papers:
            drawn.append(paper)
            yield paper.abstract

    for extraction in extractor.extract(abstracts(), workers=workers):
        yield drawn.popleft(), extraction
