"""Real exports beside the repository: each gives as many papers as an independent parser counted."""

from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from kg.build import build
from kg.errors import InputError
from kg.readers import FileRead, read_inputs
from kg.records import EntityClaim, Extraction, Paper
from kg.store import open_store
from kg.text import clean

SAMPLES = Path(__file__).resolve().parents[2] / "shared" / "samples"
pytestmark = pytest.mark.skipif(
    not SAMPLES.is_dir(), reason="no shared samples beside the repository"
)

#: File -> records and records with an abstract, as counted; where we differ, what we give, and why.
COUNTED: dict[str, tuple[int, int]] = {
    "zotero_new_collection.bib": (467, 246),
    "zotero_exported_items.csv": (466, 246),
    "zotero_exported_items.ris": (467, 246),
    "acl_anthology_export_abstracts.bib": (120, 119),
    "wos_savedrecs_uvt.bib": (10, 10),
    "wos_savedrecs_uvt.txt": (10, 10),
    # 58 cells, one of which says that there is no abstract.
    "scopus_litstudy.csv": (58, 57),
    "ieee_litstudy.csv": (10, 10),
    "springer_noabstract_litstudy.csv": (18, 0),
    "scopus_asreview.ris": (6, 6),
    "bom_rispy.ris": (1, 0),
    "multiline_rispy.ris": (3, 3),
    "missing_values_asreview.csv": (4, 2),
    "duplicate_records_asreview.csv": (14, 10),
    "generic_semicolon_asreview.csv": (2, 2),
    "generic_tab_asreview.tsv": (2, 2),
    "jabref_encoding-utf-16BE-without-header.bib": (1, 0),
    "jabref_encoding-windows-1252-without-header.bib": (1, 1),
    # The entry holds an author and nothing else: it is named as skipped (see below).
    "jabref_encoding-windows-1252-but-utf-8-declared--decoding-fails.bib": (0, 0),
    "arxiv_atom.xml": (10, 10),
    "arxiv_atom_empty.xml": (0, 0),
    "arxiv_kaggle_lines.json": (2, 2),
    "openalex_works_page.json": (32, 19),
    "crossref_works.json": (80, 80),
    "s2_graph_search.json": (3, 3),
    "s2_paper_nulls.json": (1, 0),
    "s2orc_metadata_sample_v20200705.jsonl": (1000, 488),
    # One article, and beside it a chapter of a book (PubmedBookArticle), which has an abstract, too.
    "jabref_MedlineImporterTestNbib.xml": (2, 2),
    # Five PMIDs, and two records that begin with another tag. Three lines AB, two of them in one record.
    "jabref_MedlinePlainImporterTestMultipleEntries.txt": (7, 2),
}


def read(name: str) -> tuple[FileRead, list[Paper], str]:
    """The file, its papers, and the error that ends its reading ('' for none)."""
    files, papers, error = [], [], ""
    try:
        for file in read_inputs([SAMPLES / name]):
            files.append(file)
            papers += [paper for paper, _ in file.items()]
    except InputError as caught:
        error = str(caught)
    return files[0], papers, error


def test_every_sample_is_counted() -> None:
    assert {path.name for path in SAMPLES.iterdir()} - {"README.md"} == set(COUNTED)


@pytest.mark.parametrize("name", COUNTED)
def test_a_sample_gives_as_many_papers_as_were_counted(name: str) -> None:
    file, papers, error = read(name)
    assert (len(papers), sum(bool(p.abstract) for p in papers)) == COUNTED[name]
    assert (file.read, file.read - file.without_abstract) == COUNTED[name]
    # An input without any abstract is an error.
    assert bool(error) == (COUNTED[name][1] == 0)
    assert "\n" not in error


@pytest.mark.parametrize("name", COUNTED)
def test_offsets_hold_in_what_a_sample_gives(name: str) -> None:
    for paper in read(name)[1][:60]:
        cleaned = clean(paper.abstract)
        for start in range(0, len(cleaned.text), 97):
            span = cleaned.snap(start, min(start + 20, len(cleaned.text)))
            assert cleaned.to_clean(*cleaned.to_raw(*span)) == span


def test_a_table_without_abstracts_says_which_columns_it_has() -> None:
    _, _, error = read("springer_noabstract_litstudy.csv")
    assert "none of its 18 papers has an abstract" in error
    assert "--map abstract=COLUMN, of Item Title, Publication Title" in error


def test_what_is_no_utf8_is_read_and_told() -> None:
    file, _, error = read("jabref_encoding-windows-1252-but-utf-8-declared--decoding-fails.bib")
    assert "not UTF-8, read as cp1252 (first: line 4)" in file.notes[0]
    assert [skip.where for skip in file.skipped] == [f"{file.source}:3"]
    assert file.source in error


def test_cells_beyond_the_header_are_told() -> None:
    file, _, _ = read("scopus_litstudy.csv")
    assert "56 rows have more cells than the header names" in file.notes[0]


@pytest.mark.parametrize(
    ("name", "word"),
    [
        ("crossref_works.json", "jats:"),
        ("scopus_litstudy.csv", "©"),
        ("jabref_MedlineImporterTestNbib.xml", "<"),
    ],
)
def test_no_markup_and_no_publishers_line_is_left_in_the_clean_text(name: str, word: str) -> None:
    for paper in read(name)[1]:
        assert word not in clean(paper.abstract).text


class Words:
    """Extracts the words with a capital inside, at their place in the abstract as given."""

    version = "words-1"

    def extract(self, abstracts: Iterable[str], *, workers: int = 1) -> Iterator[Extraction]:
        """One extraction an abstract."""
        for abstract in abstracts:
            cleaned, at, found = clean(abstract), 0, {}
            for word in cleaned.text.split(" "):
                name = word.strip(".,;:()")
                if any(c.isupper() for c in name[1:]) and name not in found:
                    c0 = at + word.index(name)
                    found[name] = cleaned.to_raw(*cleaned.snap(c0, c0 + len(name)))
                at += len(word) + 1
            yield Extraction(
                cleaned.text,
                tuple(
                    EntityClaim("Method", name, (name,), "uses", 0.5, (span,), (), span)
                    for name, span in found.items()
                ),
            )


def graph_of(name: str, folder: Path) -> tuple[set[tuple[object, ...]], set[tuple[str, ...]]]:
    """Papers, by what must be equal, and edges."""
    path = folder / f"{name}.kg"
    build([SAMPLES / name], graph=path, extractor=Words())
    with open_store(path) as store:
        papers = {
            (
                p.id,
                p.ids,
                clean(p.given_title).text,
                clean(p.abstract).text,
                p.year,
                p.authors,
                p.url,
            )
            for p in store.papers()
        }
        edges = {(e.head, e.type, e.tail, e.paper) for e in store.edges()}
    return papers, edges


def test_three_exports_of_one_library_give_one_graph(tmp_path: Path) -> None:
    bib, bib_edges = graph_of("zotero_new_collection.bib", tmp_path)
    ris, ris_edges = graph_of("zotero_exported_items.ris", tmp_path)
    csv, csv_edges = graph_of("zotero_exported_items.csv", tmp_path)
    assert bib == ris
    assert csv < bib
    # The table lacks one paper, which has no abstract.
    assert [paper[3] for paper in bib - csv] == [""]
    assert bib_edges == ris_edges == csv_edges
    assert len(csv_edges) > 500


def test_duplicates_are_folded_by_doi_and_by_title_and_text_but_never_by_text_alone(
    tmp_path: Path,
) -> None:
    path = tmp_path / "g.kg"
    report = build([SAMPLES / "duplicate_records_asreview.csv"], graph=path, extractor=Words())
    # a and a: one title and text. b and c: one DOI. d to i share their text alone. Four have a DOI alone.
    assert (report.read, report.papers, len(report.merged)) == (14, 12, 2)
    with open_store(path) as store:
        assert sorted(p.given_title for p in store.papers())[4:] == list("abdefghi")
        folded = [n["text"] for n in store.info()["notes"] if n["kind"] == "folded"]
    assert sorted(folded) == [
        "2 different records are one paper, by doi:10.3",
        "2 different records are one paper, by equal title and abstract",
    ]
