"""Commands whose answers go to other programs: tables, exports, scores; and the progress line."""

import csv
import io
import json
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from cli_sample import RECORDS, CapitalisedWords, write_claims
from click.testing import CliRunner, Result

import extractors
from kg.cli import cli
from kg.cli.options import emit
from kg.cli.progress import line, progress
from kg.export import kinds
from kg.records import Extraction


def kg(*arguments: str | Path) -> Result:
    result = CliRunner().invoke(cli, [str(argument) for argument in arguments])
    assert result.exit_code == 0, result.output
    return result


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    path = tmp_path / "papers.kg"
    kg("build", "--claims", write_claims(tmp_path / "claims.jsonl"), "-g", path)
    return path


def test_the_table_has_a_row_a_paper(graph: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(kg("table", "-g", graph, "--format", "csv").stdout)))
    assert [row["title"] for row in rows] == [record["title"] for record in RECORDS]
    assert rows[0] == {
        "title": "AlphaNet for parsing",
        "year": "2023",
        "venue": "ICLR",
        "tasks": "parsing",
        "proposed": "AlphaNet",
        "used": "word vectors",
        "compared with": "",
        "datasets": "TreeSet",
        "url": "",
    }


def test_the_table_can_be_a_workbook(graph: Path, tmp_path: Path) -> None:
    pytest.importorskip("openpyxl")
    for name, options in (("a.xlsx", []), ("b.dat", ["--format", "xlsx"])):
        kg("table", "-g", graph, "-o", tmp_path / name, *options)
        assert zipfile.is_zipfile(tmp_path / name)


@pytest.mark.parametrize("kind", kinds())
def test_an_export_is_the_same_each_time(kind: str, graph: Path, tmp_path: Path) -> None:
    written = []
    for name in ("first", "second"):
        kg("export", "-g", graph, "-o", tmp_path / name, "--to", kind)
        files = sorted((tmp_path / name).iterdir()) if kinds()[kind].files else [tmp_path / name]
        written.append(
            [(file.name.replace("second", "first"), file.read_bytes()) for file in files]
        )
    assert written[0] == written[1]
    assert all(content for _, content in written[0])


def test_an_export_takes_its_kind_from_the_suffix(graph: Path, tmp_path: Path) -> None:
    kg("export", "-g", graph, "-o", tmp_path / "g.json")
    assert json.loads((tmp_path / "g.json").read_text(encoding="utf-8"))["multigraph"] is True


def test_given_claims_are_scored(tmp_path: Path) -> None:
    gold = write_claims(tmp_path / "gold.jsonl")
    predicted = write_claims(tmp_path / "predicted.jsonl", RECORDS[:1])
    (figures,) = json.loads(kg("eval", gold, "--predicted", gold, "--format", "json").stdout)
    assert (figures["entity_f1"], figures["role_f1"], figures["relation_f1"]) == (100, 100, 100)
    (figures,) = json.loads(kg("eval", gold, "--predicted", predicted, "--format", "json").stdout)
    assert (figures["precision"], round(figures["recall"])) == (100, round(100 * 4 / 9))
    assert kg("eval", gold, "--predicted", gold).stdout.splitlines()[2].split() == [
        "entities", "100.0", "100.0", "100.0",
    ]  # fmt: skip


def test_papers_without_claims_are_no_annotations(tmp_path: Path) -> None:
    papers = write_claims(tmp_path / "papers.jsonl", [{"id": "a", "abstract": "We use BERT."}])
    result = CliRunner().invoke(cli, ["eval", str(papers)])
    assert result.exit_code == 1
    assert 'has no "entities"' in result.stderr


def test_extraction_is_scored_and_its_errors_are_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extractors, "load", CapitalisedWords)
    gold = write_claims(tmp_path / "gold.jsonl", RECORDS[:1])
    result = kg("eval", gold, "--errors", "--format", "json")
    found = [(row["kind"], row["type"], row["name"]) for row in json.loads(result.stdout)]
    assert ("spurious", "Method", "TreeSet") in found
    assert ("missed", "Task", "parsing") in found
    assert "entity_f1" in result.stderr


def test_annotations_without_ids_and_of_one_text_are_scored_each_by_its_own_extraction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extractors, "load", CapitalisedWords)
    annotated = {
        "abstract": "We use AlphaNet.",
        "entities": [{"type": "Method", "name": "AlphaNet"}],
    }
    gold = write_claims(tmp_path / "gold.jsonl", [annotated, annotated, {**annotated, "id": " x "}])
    (figures,) = json.loads(kg("eval", gold, "--format", "json").stdout)
    assert (figures["abstracts"], figures["entity_f1"]) == (3, 100.0)


@pytest.mark.parametrize(("given", "workers"), [([], 0), (["--workers", "3"], 3)])
def test_the_extractor_chooses_how_many_workers_where_the_user_does_not(
    given: list[str], workers: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    class Noting(CapitalisedWords):
        def extract(self, abstracts: Iterable[str], *, workers: int = 1) -> Iterator[Extraction]:
            asked.append(workers)
            return super().extract(abstracts)

    monkeypatch.setattr(extractors, "load", Noting)
    claims = write_claims(tmp_path / "claims.jsonl")
    for command in (["build", "-g", tmp_path / "g.kg"], ["extract"], ["eval"]):
        kg(*command, claims, *given)
    assert asked == [workers] * 3


def test_progress_is_drawn_on_terminals_only(capsys: pytest.CaptureFixture[str]) -> None:
    with progress() as advance:
        advance("extracting", 1, 2)
    assert capsys.readouterr().err == ""
    assert line("extracting", 1, 2) == f"extracting  [{'#' * 15}{'.' * 15}]  1/2"
    assert line("reading", 256, None) == "reading  256"
    assert line("resolving", 0, None) == "resolving"


def test_an_empty_table_says_so_beside_the_answer(
    capsys: pytest.CaptureFixture[str],
) -> None:
    emit([], "table")
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", "nothing found\n")
