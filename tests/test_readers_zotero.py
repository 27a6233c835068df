"""One Zotero library exported as BibTeX and as RIS is the same papers."""

from pathlib import Path

import pytest

from kg.readers import read_inputs
from kg.records import Paper
from kg.text import clean

SAMPLES = Path(__file__).resolve().parents[2] / "shared" / "samples"
pytestmark = pytest.mark.skipif(
    not SAMPLES.is_dir(), reason="no shared samples beside the repository"
)


def papers(name: str) -> list[Paper]:
    (found,) = ([paper for paper, _ in file.items()] for file in read_inputs([SAMPLES / name]))
    return found


def compared(paper: Paper) -> tuple[object, ...]:
    texts = clean(paper.title).text, clean(paper.abstract).text
    return (paper.id, paper.ids, *texts, paper.year, paper.authors, paper.url)


def test_bibtex_and_ris_give_the_same_papers() -> None:
    bib, ris = papers("zotero_new_collection.bib"), papers("zotero_exported_items.ris")
    assert list(map(compared, bib)) == list(map(compared, ris))
    # This BibTeX export abbreviates journals, and parts keywords by the comma that one of them holds.
    venues = [b for b, r in zip(bib, ris, strict=True) if b.venue != r.venue]
    keywords = [
        b
        for b, r in zip(bib, ris, strict=True)
        if b.extra.get("keywords") != r.extra.get("keywords")
    ]
    assert (len(venues), len(keywords)) == (154, 1)
