"""Hostile or unlucky use of the command line loses nothing and ends in one line that is true."""

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from cli_sample import RECORDS, CapitalisedWords, write_claims
from click.testing import CliRunner, Result

import extractors
from kg.cli import cli
from kg.store import open_store, open_writer


def kg(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, [str(argument) for argument in arguments])


def assert_one_line(result: Result, *parts: str) -> None:
    assert result.exit_code == 1, result.output
    assert result.stderr.count("\n") == 1, result.stderr
    assert "unexpected" not in result.stderr
    for part in parts:
        assert part in result.stderr


@pytest.fixture
def claims(tmp_path: Path) -> Path:
    return write_claims(tmp_path / "claims.jsonl")


@pytest.fixture
def graph(tmp_path: Path, claims: Path) -> Path:
    path = tmp_path / "papers.kg"
    assert kg("build", "--claims", claims, "-g", path).exit_code == 0
    return path


@pytest.mark.parametrize(
    "command",
    [
        ["table", "--format", "csv"],
        ["query", "top", "--format", "json"],
        ["export", "--to", "jsonl"],
        ["viz"],
        ["info", "--format", "json"],
    ],
    ids=lambda command: command[0],
)
def test_no_answer_replaces_a_graph(command: list[str], graph: Path) -> None:
    before = graph.read_bytes()
    assert_one_line(kg(*command, "-g", graph, "-o", graph), "papers.kg", "another file")
    assert graph.read_bytes() == before


@pytest.mark.parametrize(
    "command", [["build", "--claims"], ["extract"], ["resolve"], ["eval"]], ids=lambda c: c[0]
)
def test_no_answer_replaces_its_input(command: list[str], claims: Path, tmp_path: Path) -> None:
    before = claims.read_bytes()
    link = tmp_path / "link.jsonl"
    link.symlink_to(claims)
    where = ["-g", tmp_path / "x.kg"] if command[0] == "build" else []
    result = kg(*command, claims, "-o", link, *where)
    assert result.exit_code == 2
    assert "is an input" in result.stderr
    assert claims.read_bytes() == before


@pytest.mark.parametrize("command", [["build", "--claims"], ["extract"], ["resolve"]], ids=str)
def test_no_answer_is_written_to_where_the_next_run_would_read_it(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extractors, "load", CapitalisedWords)
    folder = tmp_path / "papers"
    (folder / "sub").mkdir(parents=True)
    write_claims(folder / "claims.jsonl")
    monkeypatch.chdir(folder)
    where = ["-g", tmp_path / "x.kg"] if command[0] == "build" else []
    for given, output in ((folder, folder / "new.jsonl"), (".", "sub/new.txt")):
        result = kg(*command, given, "-o", output, *where)
        assert (result.exit_code, Path(output).exists()) == (2, False)
        assert f"{output} lies in {given}" in result.stderr
    for output in ("../new.jsonl", ".new.jsonl"):
        assert kg(*command, ".", "-o", output, *where).exit_code == 0


@pytest.mark.parametrize("id_", ["Method:alphanet", "Task:parsing", "Dataset:x"])
def test_a_paper_whose_id_reads_as_an_entity_is_kept_apart_from_it(
    id_: str, tmp_path: Path
) -> None:
    records: list[dict[str, Any]] = [RECORDS[0] | {"id": id_}, *RECORDS[1:]]
    claims, path = write_claims(tmp_path / "c.jsonl", records), tmp_path / "papers.kg"
    assert kg("build", "--claims", claims, "-g", path).exit_code == 0
    with open_store(path) as store:
        assert store.paper(f"paper:{id_}").title == RECORDS[0]["title"]
        assert len(list(store.papers())) == len(records)
    (line, *_) = kg("resolve", claims).stdout.splitlines()
    assert json.loads(line)["paper"] == id_
    assert kg("remove", id_, "-g", path).exit_code == 0
    with open_store(path) as store:
        assert len(list(store.papers())) == len(records) - 1


def test_two_texts_of_an_id_that_reads_as_an_entity_are_one_paper(tmp_path: Path) -> None:
    first = RECORDS[0] | {"id": "Method:x"}
    second = first | {"title": "Another", "abstract": "AlphaNet.", "entities": [], "relations": []}
    claims, path = write_claims(tmp_path / "c.jsonl", [first, second]), tmp_path / "papers.kg"
    result = kg("build", "--claims", claims, "-g", path)
    assert "different abstracts" in result.stderr
    with open_store(path) as store:
        assert [paper.id for paper in store.papers()] == ["paper:Method:x"]


@pytest.mark.parametrize("year", [2**64, -(2**63) - 1, 10**30])
def test_a_year_beyond_all_years_is_left_out(year: int, tmp_path: Path) -> None:
    paper = {"id": "p", "year": year}
    claims, path = (
        write_claims(tmp_path / "c.jsonl", [RECORDS[0] | {"paper": paper}]),
        tmp_path / "g.kg",
    )
    assert kg("build", "--claims", claims, "-g", path).exit_code == 0
    with open_store(path) as store:
        assert store.paper("p").year is None


@pytest.mark.parametrize(
    "arguments",
    [
        ["query", "top", "--min-confidence", "nan"],
        ["query", "top", "--limit", "9" * 30],
        ["query", "shared-methods", "--max-df", "9" * 30],
        ["show", "parsing", "--limit", "9" * 30],
        ["search", "parsing", "--limit", "9" * 30],
        ["build", "--claims", "x", "--min-confidence", "nan"],
    ],
    ids=" ".join,
)
def test_numbers_beyond_reason_are_wrong_usage(arguments: list[str], graph: Path) -> None:
    assert kg(*arguments, "-g", graph).exit_code == 2


def test_what_is_no_file_is_no_graph(claims: Path) -> None:
    for path in ("/", os.devnull):
        assert_one_line(kg("build", "--claims", claims, "-g", path), "not a graph file")
        assert_one_line(kg("info", "-g", path), "not a graph file")


@pytest.mark.parametrize("name", [":memory:", "file:x.kg?mode=ro", "x.kg?y"])
def test_a_graph_may_have_any_name(
    name: str, claims: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    assert kg("build", "--claims", claims, "-g", name).exit_code == 0
    assert os.listdir() == [name]
    assert kg("info", "-g", name).exit_code == 0


def test_a_graph_has_one_lock_by_whatever_name(graph: Path, claims: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.kg"
    link.symlink_to(graph)
    with open_writer(graph):
        assert_one_line(kg("build", "--claims", claims, "-g", link), "another kg is writing")


def test_a_graph_whose_rebuild_was_stopped_can_still_be_told(graph: Path) -> None:
    with open_writer(graph) as writer, writer.transaction() as stored:
        stored.source("/elsewhere/new.jsonl", "new.jsonl")
    result = kg("info", "-g", graph, "--format", "json")
    assert result.exit_code == 0, result.stderr
    assert [s["source"] for s in json.loads(result.stdout)["sources"]] == ["claims.jsonl"]


def test_a_damaged_table_under_a_build_is_one_line(graph: Path, claims: Path) -> None:
    with sqlite3.connect(graph) as connection:
        connection.execute("DROP TABLE meta")
    connection.close()
    assert_one_line(kg("build", "--claims", claims, "-g", graph), "damaged")


def test_an_answer_that_breaks_off_says_only_why(
    graph: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    with sqlite3.connect(graph) as connection:
        connection.execute("UPDATE paper SET authors = '{'")
    connection.close()
    run = [sys.executable, "-m", "kg", "table", "-g", graph, "--format", "csv"]
    found = subprocess.run(run, capture_output=True, text=True, check=False)
    assert found.returncode == 1
    assert found.stderr.count("\n") == 1, found.stderr


@pytest.mark.skipif(os.name == "nt", reason="no shell that closes streams")
@pytest.mark.parametrize("closed", [">&-", "2>&-", "<&-", "<&- >&- 2>&-"])
def test_closed_streams_are_no_failure(closed: str, graph: Path, tmp_path: Path) -> None:
    output = tmp_path / "out.csv"
    command = f'"{sys.executable}" -m kg table -g "{graph}" -o "{output}" {closed}'
    found = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert (found.returncode, found.stderr) == (0, "")
    assert output.read_text(encoding="utf-8").startswith("title,")
    found = subprocess.run(
        ["sh", "-c", f'"{sys.executable}" -m kg info -g "{graph}" {closed}'],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (found.returncode, found.stderr) == (0, "")


def test_a_name_as_long_as_a_file_system_allows_can_be_written(graph: Path, tmp_path: Path) -> None:
    name = tmp_path / ("漢" * 83 + ".csv")
    try:
        name.touch()
    except OSError:
        pytest.skip("this file system takes no name of 253 bytes")
    assert kg("table", "-g", graph, "-o", name).exit_code == 0
    assert name.read_text(encoding="utf-8").startswith("title,")


def test_standard_output_needs_a_kind_and_takes_no_folder(
    graph: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    before = sorted(os.listdir())
    assert_one_line(kg("export", "-o", "-", "-g", graph), "--to")
    assert_one_line(kg("export", "-o", "-", "--to", "csv", "-g", graph), "folder")
    assert sorted(os.listdir()) == before


def test_notes_hold_no_control_characters(tmp_path: Path) -> None:
    first = RECORDS[0] | {"id": "a\x1b[31m\nb"}
    claims = write_claims(tmp_path / "c.jsonl", [first, first | {"abstract": "AlphaNet. Parsing."}])
    result = kg("build", "--claims", claims, "-g", tmp_path / "g.kg")
    assert "different abstracts" in result.stderr
    assert "\x1b" not in result.stderr
    assert "a [31m b" in result.stderr


@pytest.mark.parametrize("encoding", ["idna", "punycode", "utf-16", "utf-32", "hex"])
def test_an_encoding_that_does_not_fit_is_one_line(
    encoding: str, claims: Path, tmp_path: Path
) -> None:
    found = kg(
        "build", "--claims", claims, "-g", tmp_path / "g.kg", "--input-encoding", encoding
    )  # fmt: skip
    assert_one_line(found)


def test_what_turns_the_direction_of_text_stays_out_of_tables(tmp_path: Path) -> None:
    record = RECORDS[0] | {"venue": "ICLR \u202eRLCI"}
    claims, path = write_claims(tmp_path / "c.jsonl", [record]), tmp_path / "g.kg"
    assert kg("build", "--claims", claims, "-g", path).exit_code == 0
    for form in ("table", "markdown"):
        shown = kg("table", "-g", path, "--format", form).stdout
        assert "RLCI" in shown
        assert "\u202e" not in shown


def test_a_file_of_a_folder_that_gave_nothing_is_still_told(tmp_path: Path) -> None:
    folder, path = tmp_path / "folder", tmp_path / "papers.kg"
    folder.mkdir()
    write_claims(folder / "claims.jsonl")
    (folder / "odd.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(50))
    for _ in range(2):
        assert kg("build", "--claims", folder, "-g", path).exit_code == 0
        info = json.loads(kg("info", "-g", path, "--format", "json").stdout)
        assert [s["source"] for s in info["skipped"]] == ["odd.png"]
    (folder / "odd.png").unlink()
    assert kg("build", "--claims", folder, "-g", path).exit_code == 0
    info = json.loads(kg("info", "-g", path, "--format", "json").stdout)
    assert [s["source"] for s in info["sources"]] == ["claims.jsonl"]
    for record in RECORDS:
        assert kg("remove", record["id"], "-g", path).exit_code == 0
    assert json.loads(kg("info", "-g", path, "--format", "json").stdout)["sources"] == []


def test_a_folder_that_cannot_be_listed_takes_nothing_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, path = tmp_path / "folder", tmp_path / "papers.kg"
    (folder / "inner").mkdir(parents=True)
    write_claims(folder / "a.jsonl", RECORDS[:1])
    write_claims(folder / "inner" / "b.jsonl", RECORDS[1:])
    assert kg("build", "--claims", folder, "-g", path).exit_code == 0
    scan = os.scandir

    def refused(where: str) -> Any:
        if str(where).endswith("inner"):
            raise PermissionError(13, "Permission denied", str(where))
        return scan(where)

    with monkeypatch.context() as patched:
        patched.setattr(os, "scandir", refused)
        assert_one_line(kg("build", "--claims", folder, "-g", path), "inner", "permissions")
    with open_store(path) as store:
        assert len(list(store.papers())) == len(RECORDS)
