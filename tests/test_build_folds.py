"""Records that are one paper: its id, why they are one, and what a build tells of them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from store_sample import PAPERS, NameExtractor, build_papers, write

import extractors
from kg.build import BuildReport, remove
from kg.cli import cli
from kg.lookup import find_paper
from kg.store import open_store
from kg.store.inputs import Inputs


def accounted(report: BuildReport) -> tuple[int, int, int, int]:
    """New, unchanged, replaced and folded; together they are what was read."""
    found = report.new, report.unchanged, report.replaced, len(report.merged)
    assert sum(found) == report.read
    return found


def test_every_record_that_was_read_is_a_paper_or_a_fold_that_is_named(tmp_path: Path) -> None:
    record = {"title": "On X", "authors": "Ann Lee", "abstract": "BERT."}
    file = write(tmp_path / "a.jsonl", record, record, {**record, "year": 2020}, PAPERS[0])
    graph = tmp_path / "g.kg"
    report = build_papers(graph, file)
    assert accounted(report) == (2, 0, 0, 2)
    with open_store(graph) as store:
        (id_,) = (paper.id for paper in store.papers() if paper.id != "p1")
    # Which of two equally long records is kept is a matter of their text.
    named = f"a.jsonl: On X: one paper with {id_}, by "
    reasons = [fold.removeprefix(named) for fold in report.merged]
    assert sorted(reasons) == ["an equal record", "equal title and an author in common"]


def test_a_build_counts_its_own_papers_not_all_of_the_graph(tmp_path: Path) -> None:
    graph, longer = tmp_path / "g.kg", {**PAPERS[0], "abstract": PAPERS[0]["abstract"] * 2}
    first = write(tmp_path / "a.jsonl", *PAPERS[:3], PAPERS[0])
    assert accounted(build_papers(graph, first)) == (3, 0, 0, 1)
    assert accounted(build_papers(graph, write(tmp_path / "b.jsonl", PAPERS[3]))) == (1, 0, 0, 0)
    shared = write(tmp_path / "c.jsonl", PAPERS[1], longer)
    assert accounted(build_papers(graph, shared)) == (0, 1, 1, 0)
    assert accounted(build_papers(graph, first)) == (0, 2, 0, 2)
    assert accounted(build_papers(graph, shared, first)) == (0, 3, 0, 3)


def test_why_records_are_one_paper_is_looked_up_once_a_paper(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[int] = []
    one = Inputs.paper
    monkeypatch.setattr(
        Inputs, "paper", lambda self, record: read.append(record) or one(self, record)
    )

    def reads(number: int) -> int:
        read.clear()
        rows = ({"abstract": "BERT.", "venue": f"V{n}"} for n in range(number))
        report = build_papers(tmp_path / f"{number}.kg", write(tmp_path / f"{number}.jsonl", *rows))
        assert len(report.merged) == number - 1
        return len(read)

    few, more, many = reads(10), reads(20), reads(30)
    assert many - more == more - few


def test_one_id_with_two_texts_is_reported_and_the_longer_kept(tmp_path: Path) -> None:
    short, long = (
        {"id": "x", "abstract": "Only BERT."},
        {"id": "x", "abstract": "It is GPT and LoRA."},
    )
    report = build_papers(tmp_path / "g.kg", write(tmp_path / "a.jsonl", short, long))
    assert report.differing == ("x",)
    assert (report.papers, len(report.merged)) == (1, 1)
    with open_store(tmp_path / "g.kg") as store:
        assert store.paper("x").abstract == "It is GPT and LoRA."


def test_preprint_and_published_version_are_one_paper_with_both_ids(tmp_path: Path) -> None:
    title, authors = "Tuning Large Models", ["Byron, Ada", "Noether, Emmy"]
    preprint = {
        "id": "arxiv:2001.00001",
        "title": title,
        "authors": authors[:1],
        "abstract": "BERT.",
    }
    published = {
        "id": "doi:10.1/x",
        "title": f"{title}.",
        "authors": authors,
        "abstract": "BERT is tuned.",
        "year": 2021,
    }
    other = {"id": "doi:10.1/y", "title": f"{title} II", "authors": authors, "abstract": "GPT."}
    report = build_papers(
        tmp_path / "g.kg", write(tmp_path / "a.jsonl", preprint, published, other)
    )
    assert (report.papers, len(report.merged)) == (2, 1)
    with open_store(tmp_path / "g.kg") as store:
        paper = store.paper("doi:10.1/x")
    assert paper.ids == ("arxiv:2001.00001",)
    assert paper.year == 2021


def test_a_paper_with_a_doi_has_it_for_its_id_and_is_found_by_the_hash_of_a_longer_record(
    tmp_path: Path,
) -> None:
    shared = {"title": "On X", "authors": ["A B"]}
    records = [
        {**shared, "abstract": "BERT.", "doi": "10.1000/x"},
        {**shared, "abstract": "BERT beats GPT by far.", "note": "kept"},
    ]
    graph = tmp_path / "g.kg"
    build_papers(graph, write(tmp_path / "a.jsonl", *records))
    with open_store(graph) as store:
        (paper,) = store.papers()
        assert find_paper(store, paper.ids[0]).best == paper
    assert (paper.id, paper.abstract) == ("doi:10.1000/x", records[1]["abstract"])
    assert [len(id_) for id_ in paper.ids] == [16]
    assert remove(graph, paper.id).papers == 0


def test_records_whose_titles_and_authors_run_together_are_papers_each(tmp_path: Path) -> None:
    records = [
        {"title": "Deep", "authors": ["Xx Learning"]},
        {"title": "Deep learning"},
        {"title": "Dee", "authors": ["Xx Plearning"]},
    ]
    report = build_papers(tmp_path / "g.kg", write(tmp_path / "a.jsonl", *records, PAPERS[0]))
    assert report.papers == 4


@pytest.mark.parametrize(
    ("one", "two", "why"),
    [
        ({"abstract": "BERT."}, {"abstract": "*BERT*."}, "equal text, neither has a title"),
        ({"title": "T", "abstract": "BERT."}, {"title": "t", "abstract": "BERT."}, "equal title and abstract"),
        ({"title": "T", "authors": "Ann Lee; Bo Wu"}, {"title": "T", "authors": "Wu, B"}, "equal title and an author in common"),
        ({"id": "mine", "abstract": "BERT."}, {"id": "mine", "abstract": "GPT."}, "mine"),
        ({"title": "T", "doi": "10.1000/x"}, {"title": "T", "doi": "10.1000/X"}, "doi:10.1000/x"),
    ],
)  # fmt: skip
def test_why_records_are_one_paper_is_told_as_it_is(
    tmp_path: Path, one: dict[str, str], two: dict[str, str], why: str
) -> None:
    build_papers(tmp_path / "g.kg", write(tmp_path / "a.jsonl", one, two, PAPERS[0]))
    with open_store(tmp_path / "g.kg") as store:
        (note,) = (n["text"] for n in store.info()["notes"] if n["kind"] == "folded")
    assert note == f"2 different records are one paper, by {why}"


def test_every_id_that_joins_records_is_told_and_titles_only_where_these_do_not_suffice(
    tmp_path: Path,
) -> None:
    paper = {"title": "T", "authors": "A B", "doi": "10.1000/x", "arxiv": "2401.00001"}
    records = [paper, {**paper, "abstract": "BERT."}]
    build_papers(tmp_path / "g.kg", write(tmp_path / "a.jsonl", *records))
    build_papers(
        tmp_path / "h.kg", write(tmp_path / "b.jsonl", *records, {"title": "T", "authors": "A B"})
    )
    ids = "arxiv:2401.00001, doi:10.1000/x"
    for name, why in ("g", ids), ("h", f"{ids}, equal title and an author in common"):
        with open_store(tmp_path / f"{name}.kg") as store:
            (note,) = (n["text"] for n in store.info()["notes"] if n["kind"] == "folded")
        assert note.endswith(f"one paper, by {why}")


def test_space_around_an_id_makes_no_other_paper(tmp_path: Path) -> None:
    file = write(tmp_path / "a.jsonl", PAPERS[0], {**PAPERS[0], "id": " p1 "})
    report = build_papers(tmp_path / "g.kg", file)
    assert (report.papers, len(report.merged)) == (1, 1)


def test_two_prefaces_without_authors_are_two_papers(tmp_path: Path) -> None:
    prefaces = [
        {"title": "Preface", "abstract": f"This volume is about {n}."} for n in ("BERT", "GPT")
    ]
    report = build_papers(tmp_path / "g.kg", write(tmp_path / "a.jsonl", *prefaces))
    assert (report.papers, report.differing) == (2, ())


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extractors, "load", NameExtractor, raising=False)


#: Four records of one paper, of which the longest has no DOI, one given twice; and another paper.
_FOLDED = (
    {"title": "On X", "authors": "Ann Lee", "abstract": "BERT.", "doi": "10.1000/x"},
    {"title": "On X", "authors": "Ann Lee", "abstract": "BERT beats GPT by far."},
    {"title": "On X", "authors": "Ann Lee", "abstract": "BERT.", "doi": "10.1000/x", "note": "z"},
    {"title": "On X", "authors": "Ann Lee", "abstract": "BERT.", "doi": "10.1000/x"},
    PAPERS[0],
)


def kg(*arguments: str | Path, input: str | None = None) -> tuple[str, str]:
    """What a command wrote to stdout and stderr."""
    result = CliRunner().invoke(cli, [str(argument) for argument in arguments], input=input)
    assert result.exit_code == 0, result.stderr
    return result.stdout, result.stderr


def test_folds_are_counted_and_named_on_request(tmp_path: Path, loaded: None) -> None:
    graph, file = tmp_path / "g.kg", write(tmp_path / "a.jsonl", *_FOLDED)
    _, told = kg("build", file, "-g", graph)
    assert "read 5 papers, 0 without abstract, 0 skipped\n" in told
    assert "papers: 2 new, 3 folded into others; 2 extracted\n" in told
    assert "folded: " not in told
    _, told = kg("build", file, "-g", graph, "--verbose")
    assert told.count("  folded: a.jsonl: On X: one paper with doi:10.1000/x, by ") == 3
    assert "by an equal record\n" in told
    (row,) = json.loads(kg("build", file, "-g", graph, "--format", "json")[0])
    assert (row["read"], row["unchanged"], row["merged"]) == (5, 2, 3)


def test_folded_claims_give_the_exports_that_their_papers_give(
    tmp_path: Path, loaded: None
) -> None:
    file = write(tmp_path / "a.jsonl", *_FOLDED)
    kg("build", file, "-g", tmp_path / "direct.kg")
    kg("build", "--claims", "-", "-g", tmp_path / "piped.kg", input=kg("extract", file)[0])
    for suffix in ("graphml", "jsonl", "json"):
        direct, piped = (tmp_path / f"{name}.{suffix}" for name in ("direct", "piped"))
        for path in direct, piped:
            kg("export", "-g", path.with_suffix(".kg"), "-o", path)
        assert direct.read_bytes() == piped.read_bytes()
