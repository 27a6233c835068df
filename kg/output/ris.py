"""RIS records, for EndNote, Zotero, Mendeley and the like."""

from collections.abc import Iterable, Iterator
from typing import TextIO

from kg.output.papers import abstract_text, by_scheme
from kg.output.registry import paper_format
from kg.records import PaperNode


@paper_format("ris", ".ris")
def write(papers: Iterable[PaperNode], stream: TextIO) -> None:
    for paper in papers:
        for tag, value in tags(paper):
            # A value is one line: a reader takes the next line for a tag.
            stream.write(f"{tag}  - {' '.join(value.split())}".rstrip(" ") + "\n")
        stream.write("ER  - \n\n")


def tags(paper: PaperNode) -> Iterator[tuple[str, str]]:
    """The tags of a paper's record in their order, those without a value left out."""
    ids = by_scheme(paper)
    yield "TY", "JOUR" if paper.venue else "GEN"
    yield "ID", paper.id
    yield "TI", paper.title
    yield from (("AU", author) for author in paper.authors)
    rest = {
        "PY": str(paper.year or ""),
        "T2": paper.venue,
        "DO": ids.get("doi", ""),
        "UR": paper.url or _address(ids),
        "AB": abstract_text(paper),
    }
    yield from ((tag, value) for tag, value in rest.items() if value)


def _address(ids: dict[str, str]) -> str:
    return f"https://arxiv.org/abs/{ids['arxiv']}" if "arxiv" in ids else ""
