"""`kg viz` from a shell."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from kg.build import build
from kg.cli import cli
from kg.cli.viz import command
from kg.viz import DEFAULT_LIMIT


def _claim(number: int) -> dict[str, object]:
    return {
        "id": f"p{number}",
        "title": f"Paper {number}",
        "year": 2024,
        "text": f"We propose Net{number} for parsing.",
        "entities": [
            {
                "type": "Method",
                "name": f"Net{number}",
                "mentions": [f"Net{number}"],
                "role": "proposes",
            },
            {"type": "Task", "name": "parsing", "mentions": ["parsing"], "role": "addresses"},
        ],
        "relations": [[f"Net{number}", "USED_FOR", "parsing"]],
    }


def _graph(folder: Path, papers: int) -> Path:
    claims = folder / "claims.jsonl"
    lines = [json.dumps(_claim(number)) for number in range(1, papers + 1)]
    claims.write_text("\n".join(lines), encoding="utf-8")
    build([claims], graph=folder / "papers.kg", extractor=None, claims=True)
    return folder / "papers.kg"


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _graph(tmp_path_factory.mktemp("graph"), 2)


def run(*arguments: object) -> tuple[int, str, str]:
    done = CliRunner().invoke(cli, ["viz", *map(str, arguments)])
    return done.exit_code, done.stdout, done.stderr


def test_it_writes_one_file_and_prints_its_path(graph: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "kg", "viz", "-g", graph],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "papers.html\n"
    assert [path.name for path in tmp_path.iterdir()] == ["papers.html"]
    assert (tmp_path / "papers.html").read_bytes().startswith(b"<!DOCTYPE html>")


def test_around_takes_a_name_of_an_entity_or_a_paper(graph: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert run("-g", graph, "-o", page, "--around", "parsing")[:2] == (0, f"{page}\n")
    assert "<title>parsing</title>" in page.read_text("utf-8")
    assert run("-g", graph, "-o", page, "--around", "Paper 2")[0] == 0
    assert "<title>Paper 2</title>" in page.read_text("utf-8")


def test_a_name_that_fits_nothing_fails_with_near_names(graph: Path, tmp_path: Path) -> None:
    code, out, err = run("-g", graph, "-o", tmp_path / "x.html", "--around", "parsingg")
    assert (code, out) == (1, "")
    assert "parsing" in err.removeprefix("kg: error: nothing is called 'parsingg'")
    assert list(tmp_path.iterdir()) == []


def test_a_view_that_leaves_nothing_fails_in_one_line(graph: Path, tmp_path: Path) -> None:
    code, out, err = run("-g", graph, "-o", tmp_path / "x.html", "--type", "Dataset")
    assert (code, out, err.count("\n")) == (1, "", 1)
    assert "--type" in err


def test_an_unknown_type_or_role_is_wrong_usage(graph: Path) -> None:
    assert run("-g", graph, "--type", "Nonsense")[0] == 2
    assert run("-g", graph, "--role", "nonsense")[0] == 2


def test_the_limit_that_help_shows_is_the_one_of_the_library() -> None:
    (limit,) = [option for option in command.params if option.name == "limit"]
    assert limit.default == DEFAULT_LIMIT


def test_a_limit_beyond_any_graph_is_wrong_usage(graph: Path) -> None:
    code, _, err = run("-g", graph, "--limit", "9" * 40)
    assert code == 2
    assert "--limit" in err


def test_a_question_is_drawn_with_its_arguments(graph: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    done = run("-g", graph, "-o", page, "--query", "methods-for-task", "parsing")
    assert done[:2] == (0, f"{page}\n")
    text = page.read_text("utf-8")
    assert "<title>methods-for-task parsing</title>" in text
    assert '{"text":"Net1 · 1 paper"' in text
    assert "Rows as `kg query methods-for-task` gives them, at most 20" in text


def test_a_page_tells_of_no_option_that_means_another_thing_here(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    given = ("-g", _graph(tmp_path, 25), "-o", page, "--query", "methods-for-task", "parsing")
    assert run(*given)[0] == 0
    text = page.read_text("utf-8")
    assert "at most 20" in text
    assert "--limit" not in text


def test_a_drawn_timeline_is_told_by_year_and_says_what_it_does_not_draw(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    given = ("-g", _graph(tmp_path, 25), "-o", page, "--query", "timeline", "parsing")
    assert run(*given)[0] == 0
    text = page.read_text("utf-8")
    assert '{"text":"2024 · 25 papers, 10 drawn"' in text
    assert "10 of 25 papers drawn, the surest first" in text


def test_a_question_takes_its_own_options_from_those_of_the_page(
    graph: Path, tmp_path: Path
) -> None:
    page = tmp_path / "page.html"
    assert run("-g", graph, "-o", page, "--query", "top", "--type", "Task")[0] == 0
    text = page.read_text("utf-8")
    assert '"text":"parsing · 2 papers"' in text
    assert '"text":"Net1' not in text
    assert '"Method:net1"' in text  # the page still holds what the question left out


def test_methods_are_a_view_of_their_own(graph: Path, tmp_path: Path) -> None:
    code, _, err = run("-g", graph, "-o", tmp_path / "x.html", "--methods")
    assert (code, err.count("\n")) == (1, 1)
    assert "no paper uses two methods" in err


@pytest.mark.parametrize(
    "wrong",
    [
        ["--papers", "--methods"],
        ["--papers", "--query", "top"],
        ["--query", "top", "--around", "parsing"],
        ["--query", "top", "one too many"],
        ["parsing"],
    ],
)
def test_views_that_do_not_go_together_are_wrong_usage(graph: Path, wrong: list[str]) -> None:
    assert run("-g", graph, *wrong)[0] == 2


def test_an_unknown_question_or_name_fails_in_one_line(graph: Path, tmp_path: Path) -> None:
    for question in (["nonsense"], ["methods-for-task", "nonsense"], ["methods-for-task"]):
        code, out, err = run("-g", graph, "-o", tmp_path / "x.html", "--query", *question)
        assert (code, out, err.count("\n")) == (1, "", 1)
