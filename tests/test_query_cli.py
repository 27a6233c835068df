"""`kg query` as users run it, on a graph built from a handful of claims."""

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import queries
from kg.cli import cli

ABSTRACTS = {
    "one": "We propose TinyTune, built on LoRA, for text summarization. It is tested on NewsSum.",
    "two": "We apply LoRA to text summarization. We find that it falls short of TinyTune on NewsSum.",
    "three": "LoRA can make dialogue systems cheap. We study dialogue systems on ChatBench.",
}
YEARS = {"one": 2021, "two": 2023, "three": None}
ROLES: dict[str, list[tuple[str, str, str]]] = {
    "one": [
        ("Method", "TinyTune", "proposes"),
        ("Method", "LoRA", "uses"),
        ("Task", "text summarization", "addresses"),
        ("Dataset", "NewsSum", "evaluates_on"),
    ],
    "two": [
        ("Method", "TinyTune", "compares_with"),
        ("Method", "LoRA", "uses"),
        ("Task", "text summarization", "addresses"),
        ("Dataset", "NewsSum", "evaluates_on"),
    ],
    "three": [
        ("Method", "LoRA", "mentions"),
        ("Method", "dialogue systems", "uses"),
        ("Dataset", "ChatBench", "evaluates_on"),
    ],
}


def claims() -> str:
    lines = []
    for name, abstract in ABSTRACTS.items():
        entities = [
            {"type": kind, "name": entity, "mentions": [entity], "role": role}
            for kind, entity, role in ROLES[name]
        ]
        relations = [["LoRA", "PART_OF", "TinyTune"]] if name == "one" else []
        paper = {"id": name, "title": f"Paper {name}", "abstract": abstract, "year": YEARS[name]}
        lines.append(json.dumps({**paper, "entities": entities, "relations": relations}))
    return "\n".join(lines)


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from kg.build import build

    folder = tmp_path_factory.mktemp("query")
    (folder / "claims.jsonl").write_text(claims(), encoding="utf-8")
    build([folder / "claims.jsonl"], graph=folder / "papers.kg", extractor=None, claims=True)
    return folder / "papers.kg"


def kg(*words: str | Path) -> Result:
    return CliRunner().invoke(cli, ["query", *map(str, words)], prog_name="kg")


def rows(*words: str | Path) -> Any:
    result = kg(*words, "--format", "json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


@pytest.mark.parametrize("evidence", [False, True])
def test_the_columns_of_an_answer_are_known_without_it(graph: Path, evidence: bool) -> None:
    given = {
        "task": "text summarization", "method": "LoRA", "dataset": "NewsSum", "paper": "one",
        "entity": "LoRA", "a": "LoRA", "b": "NewsSum",
    }  # fmt: skip
    empty = set()
    for name, question in queries.questions().items():
        words = [given[p.name] for p in question.parameters if p.kind != "choice"]
        more = ["--mentions", "--limit", "0", *(["--evidence"] if evidence else [])]
        found = rows(name, *words, "-g", graph, *more)
        columns = queries.columns(question, evidence=evidence)
        assert all(list(row) == columns for row in found), name
        empty |= set() if found else {name}
        nothing = kg(name, *words, "-g", graph, *more, "--year", "1000", "--format", "csv")
        assert nothing.stdout == ",".join(columns) + "\n", name
    assert empty == {"ambiguous", "compared-with", "untried"}


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such terminals")
def test_the_main_question_fits_a_terminal_of_80_columns(graph: Path) -> None:
    import pty

    shown, terminal = pty.openpty()
    command = [sys.executable, "-m", "kg", "query", "top", "-g", str(graph), "--mentions"]
    subprocess.run(command, stdout=terminal, check=True, env={**os.environ, "COLUMNS": "80"})
    os.close(terminal)
    lines = os.read(shown, 10_000).decode().splitlines()
    os.close(shown)
    assert len(lines) == len(rows("top", "-g", graph, "--mentions")) + 3
    assert max(map(len, lines)) <= 80
    assert lines[1].split() == [
        "name", "type", "papers", "proposes", "on", "with", "uses", "addresses",
    ]  # fmt: skip
    assert lines[3].split() == ["LoRA", "Method", "3", "0", "0", "0", "2", "0"]


def test_without_a_question_all_are_listed_with_or_without_a_graph(graph: Path) -> None:
    for words in ([], ["-g", "absent.kg"], ["-g", graph]):
        result = kg(*words)
        assert result.exit_code == 0
        for name, question in queries.questions().items():
            assert name in result.stdout
            assert question.help in result.stdout
    assert [row["question"] for row in rows()] == list(queries.questions())


def test_help_and_the_list_load_no_networkx(graph: Path) -> None:
    for words in (["query"], ["query", "top", "--help"], ["--help"]):
        code = (
            "import sys\nfrom kg.cli import cli\n"
            f"cli.main({words!r}, prog_name='kg', standalone_mode=False)\n"
            "sys.exit(bool({'networkx', 'spacy', 'pyvis', 'sqlite3'} & set(sys.modules)))"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
        assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", list(queries.questions()))
def test_every_question_has_help_with_its_columns_and_all_options(name: str) -> None:
    result = kg(name, "--help")
    assert result.exit_code == 0
    for option in ("--limit", "--min-confidence", "--mentions", "--evidence", "--year", "--venue"):
        assert option in result.stdout
    assert "Columns" in result.stdout
    assert ("--max-df" in result.stdout) == bool(queries.find(name).pairs)


def test_a_question_answers_by_name(graph: Path) -> None:
    found = rows("methods-for-task", "Text Summarization", "-g", graph)
    assert [(r["name"], r["papers"]) for r in found] == [("LoRA", 2), ("TinyTune", 2)]
    assert rows("papers-with", "LoRA", "NewsSum", "-g", graph)[0]["title"] == "Paper one"
    assert rows("papers-with", "LoRA", "--role", "MENTIONS", "-g", graph)[0]["paper"] == "three"
    assert rows("similar-papers", "Paper two", "-g", graph)[0]["paper"] == "one"
    assert rows("shared-datasets", "-g", graph)[0]["shared"] == "NewsSum"
    assert rows("built-on", "lora", "-g", graph)[0]["name"] == "TinyTune"


def test_options_before_the_question_are_handed_on_and_later_ones_win(
    graph: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KG_GRAPH", "absent.kg")
    everything = rows("top", "-g", graph, "--limit", "0")
    assert rows("-g", graph, "--limit", "0", "top") == everything
    assert rows("--limit", "1", "-g", graph, "top") == everything[:1]
    assert rows("--limit", "1", "-g", graph, "top", "--limit", "2") == everything[:2]
    early = kg("--format", "json", "--mentions", "-g", graph, "top", "--limit", "0")
    assert {row["papers"] for row in json.loads(early.stdout) if row["name"] == "LoRA"} == {3}
    assert kg("--max-df", "1", "-g", graph, "shared-methods").stdout == ""
    assert kg("--max-df", "1", "-g", graph, "top").exit_code == 2


def test_years_are_known_and_filter(graph: Path) -> None:
    assert [row["year"] for row in rows("timeline", "LoRA", "-g", graph)] == [2021, 2023]
    found = rows("papers-with", "LoRA", "--year", "2022:", "-g", graph)
    assert [row["paper"] for row in found] == ["two"]


def test_an_answer_goes_to_a_file_in_the_form_of_its_suffix(graph: Path, tmp_path: Path) -> None:
    target = tmp_path / "top.csv"
    result = kg("-o", target, "top", "-g", graph)
    assert (result.exit_code, result.stdout) == (0, "")
    first = next(csv.DictReader(io.StringIO(target.read_text(encoding="utf-8"))))
    assert list(first)[:4] == ["id", "name", "type", "papers"]


def test_papers_go_back_to_a_reference_manager(graph: Path) -> None:
    assert kg("papers-with", "LoRA", "-g", graph, "--format", "bibtex").stdout.count("title") == 2
    assert kg("shared-methods", "-g", graph, "--format", "ris").stdout.count("TI  -") == 2
    assert kg("top", "-g", graph, "--format", "bibtex").exit_code == 2


def test_evidence_holds_the_sentence_and_where_it_stands(graph: Path) -> None:
    for words in (["methods-for-task", "text summarization"], ["path", "TinyTune", "Paper two"]):
        found = rows(*words, "--evidence", "-g", graph)
        assert found
        for row in found:
            assert ABSTRACTS[row["paper"]][row["start"] : row["end"]] == row["sentence"] != ""
            assert 0 <= row["confidence"] <= 1
    (step,) = rows("path", "TinyTune", "Paper one", "-g", graph)
    assert step["sentence"] == "We propose TinyTune, built on LoRA, for text summarization."


def test_an_empty_answer_is_no_failure(graph: Path) -> None:
    result = kg("compared-with", "dialogue systems", "-g", graph, "--format", "json")
    assert (result.exit_code, result.stdout.strip()) == (0, "[]")


def test_a_name_that_fits_nothing_gives_near_names(graph: Path) -> None:
    result = kg("tasks-of-method", "TinyTuna", "-g", graph)
    assert result.exit_code == 1
    assert len(result.stderr.strip().splitlines()) == 1
    assert "TinyTune" in result.stderr
    assert kg("path", "TinyTuna", "LoRA", "-g", graph).exit_code == 1


def test_an_unknown_question_is_wrong_usage_and_gives_near_names() -> None:
    result = kg("paper-with", "LoRA")
    assert result.exit_code == 2
    assert "papers-with" in result.stderr
    assert kg("--role", "uses", "top").exit_code == 2


def test_wrong_values_are_wrong_usage(graph: Path) -> None:
    assert kg("top", "--year", "often", "-g", graph).exit_code == 2
    assert kg("top", "--limit", "-1", "-g", graph).exit_code == 2
    assert kg("papers-with", "-g", graph).exit_code == 2
    assert kg("top", "--type", "Author", "-g", graph).exit_code == 2
    backwards = kg("top", "--year", "2023:2020", "-g", graph)
    assert backwards.exit_code == 2
    assert "run backwards" in backwards.stderr


def test_neo4j_says_in_one_line_that_it_is_absent(
    graph: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NEO4J_URI", "bolt://127.0.0.1:1")
    for words in (["top", "--neo4j"], ["--neo4j", "top"]):
        result = kg(*words, "-g", graph)
        assert result.exit_code == 1
        assert "docker compose up" in result.stderr
        assert len(result.stderr.strip().splitlines()) == 1


def test_a_missing_graph_fails_in_one_line() -> None:
    result = kg("top", "-g", "absent.kg")
    assert result.exit_code == 1
    assert "absent.kg" in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1


def test_an_answer_says_when_it_is_cut(graph: Path) -> None:
    cut = kg("top", "-g", graph, "--limit", "1", "--format", "csv")
    assert len(cut.stdout.splitlines()) == 2
    assert "only the first 1; --limit 0 shows all" in cut.stderr
    whole = kg("top", "-g", graph, "--limit", "0", "--format", "csv")
    assert "only the first" not in whole.stderr
    rows = len(whole.stdout.splitlines()) - 1
    assert "only the first" not in kg("top", "-g", graph, "--limit", str(rows)).stderr
