"""What a user is told of an input: counts, reasons, papers without abstracts."""

from pathlib import Path

import pytest
from cli_sample import CapitalisedWords
from click.testing import CliRunner, Result
from reader_sample import OTHER, TEXT, read

import extractors
from kg.cli import cli
from kg.errors import InputError
from kg.store import open_store

ROWS = (
    f"Title,Abstract,DOI\nOne,{TEXT.replace(',', ';')},10.1000/a\nAlphaNet,,10.1000/b\n,,\n, ,x\n"
)


def kg(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, [str(argument) for argument in arguments])


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extractors, "load", CapitalisedWords, raising=False)


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    path = tmp_path / "rows.csv"
    path.write_text(ROWS, encoding="utf-8")
    return path


def test_a_file_is_summed_up_with_reasons(rows: Path) -> None:
    file, _ = read(rows)
    assert (
        file.summary()
        == "2 read, 1 without abstract, 1 skipped (has neither title, abstract nor id)"
    )


def test_a_paper_without_an_abstract_is_in_the_graph_without_claims(
    rows: Path, tmp_path: Path, loaded: None
) -> None:
    graph = tmp_path / "g.kg"
    result = kg("build", rows, "-g", graph)
    assert result.exit_code == 0, result.stderr
    with open_store(graph) as store:
        assert [p.id for p in store.papers()] == ["doi:10.1000/a", "doi:10.1000/b"]
        assert not list(store.edges_of("doi:10.1000/b"))
        assert {"paper": "doi:10.1000/b", "reason": "no abstract"} in store.info()[
            "nothing_extracted"
        ]


def test_with_titles_the_evidence_says_that_it_is_a_title(
    rows: Path, tmp_path: Path, loaded: None
) -> None:
    graph = tmp_path / "g.kg"
    result = kg("build", rows, "-g", graph, "--titles")
    assert result.exit_code == 0, result.stderr
    shown = kg("query", "papers-with", "AlphaNet", "--evidence", "--format", "jsonl", "-g", graph)
    assert "Title: AlphaNet" in shown.stdout
    with open_store(graph) as store:
        assert store.paper("doi:10.1000/b").extra["abstract_is_title"] is True


def test_an_input_without_any_abstract_is_an_error_unless_titles_are_asked_for(
    tmp_path: Path,
) -> None:
    path = tmp_path / "x.csv"
    path.write_text("Title,Year\nOne,2020\nTwo,2021\n", encoding="utf-8")
    with pytest.raises(InputError) as caught:
        read(path)
    message = str(caught.value)
    assert "none of its 2 papers has an abstract (no column holds abstracts;" in message
    assert "--titles" in message
    file, papers = read(path, titles=True)
    assert [p.abstract for p in papers] == ["Title: One", "Title: Two"]
    assert (file.without_abstract, file.titled) == (2, 2)


def test_columns_are_mapped_on_the_command_line(tmp_path: Path, loaded: None) -> None:
    path = tmp_path / "x.csv"
    path.write_text(f'What;It says\nOne;"{TEXT}"\n', encoding="utf-8")
    result = kg("extract", path, "--map", "abstract=It says", "--map", "title=what")
    assert result.exit_code == 0, result.stderr
    assert TEXT in result.stdout
    assert "x.csv: 1 read, 0 without abstract, 0 skipped" in result.stderr
    wrong = kg("extract", path, "--map", "abstract")
    assert wrong.exit_code == 2
    assert "FIELD=COLUMN" in wrong.stderr


def test_keys_of_json_records_are_mapped_too(tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(f'{{"paper": "One", "says": "{TEXT}"}}\n', encoding="utf-8")
    columns = {"title": "paper", "abstract": "says"}
    (paper,) = read(path, input_format="jsonl", columns=columns)[1]
    assert (paper.title, paper.abstract) == ("One", TEXT)


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """A folder with a paper, a table without abstracts, an empty list, and two files that hold no papers."""
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.jsonl").write_text(f'{{"abstract": "{TEXT}"}}\nx\n', encoding="utf-8")
    (folder / "b.csv").write_text("Title,Year\nOne,2020\n", encoding="utf-8")
    (folder / "c.xml").write_text('<feed xmlns="http://www.w3.org/2005/Atom"></feed>', "utf-8")
    (folder / "README.md").write_text("These are my papers.", encoding="utf-8")
    (folder / "d.bin").write_bytes(b"\0\1\2")
    return folder


def test_each_file_of_a_folder_is_told_once_with_its_reason(
    mixed: Path, tmp_path: Path, loaded: None
) -> None:
    told = kg("build", mixed, "-g", tmp_path / "g.kg").stderr
    assert "read 2 papers, 1 without abstract, 1 skipped; 2 files not read\n" in told
    assert "  c.xml: 0 read, 0 without abstract, 0 skipped (no paper in it)\n" in told
    assert "note: b.csv: no column holds abstracts; name one with --map abstract=COLUMN" in told
    why = "of no known format; if it holds papers, give it alone with --input-format"
    assert f"  skipped: README.md: {why}\n" in told
    assert (told.count("README.md"), told.count("d.bin"), told.count("b.csv")) == (1, 1, 2)
    assert "--map" not in kg("build", mixed, "--titles", "-g", tmp_path / "g.kg").stderr


def test_extraction_tells_of_each_file_too(mixed: Path, loaded: None) -> None:
    told = kg("extract", mixed).stderr
    assert "README.md: not read (of no known format;" in told
    assert "d.bin: not read (is binary" in told
    assert "c.xml: 0 read, 0 without abstract, 0 skipped (no paper in it)\n" in told
    assert "b.csv: no column holds abstracts; name one with --map abstract=COLUMN" in told


def test_skipped_records_are_named_ten_at_once_and_all_on_request(
    tmp_path: Path, loaded: None
) -> None:
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / "a.jsonl").write_text(f'{{"abstract": "{TEXT}"}}\n' + "x\n" * 15, encoding="utf-8")
    (folder / "b.txt").write_text(OTHER, encoding="utf-8")
    few = kg("build", folder, "-g", tmp_path / "g.kg").stderr
    assert "  a.jsonl: 1 read, 0 without abstract, 15 skipped (15 not valid JSON" in few
    assert "  b.txt: 1 read, 0 without abstract, 0 skipped\n" in few
    assert few.count("skipped: a.jsonl:") == 10
    assert "and 5 more; kg info lists them all" in few
    assert (
        kg("build", folder, "-g", tmp_path / "g.kg", "-v").stderr.count("skipped: a.jsonl:") == 15
    )
    assert kg("extract", folder, "-v").stderr.count("skipped: a.jsonl:") == 15
    info = kg("info", "-g", tmp_path / "g.kg", "--format", "json").stdout
    assert all(f"a.jsonl:{n}: not valid JSON" in info for n in range(2, 17))
