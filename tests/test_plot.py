"""`kg plot`: numbers, figures, files."""

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from viz_sample import HOSTILE, SampleStore, small_store, topic_store

from kg.cli import cli
from kg.cli.plot import command
from kg.errors import InputError, MissingPartError, QueryError
from kg.plot import PLOTS, write_plot
from kg.plot.counts import datasets_by_task, most_used_methods, papers_by_topic
from kg.viz.graph import read_graph


def test_methods_are_counted_by_role_the_most_used_first() -> None:
    found = most_used_methods(read_graph(small_store()), 2)
    assert found.names == ("BigNet", HOSTILE)
    assert found.keys == ("proposes", "uses", "compares with")
    assert found.values == ((0, 1, 1), (0, 1, 0))
    assert found.left_out == 1


def test_datasets_are_counted_by_task_without_bare_mentions() -> None:
    found = datasets_by_task(read_graph(small_store()), 0)
    assert (found.rows, found.columns, found.values) == (("parsing",), ("TreeBank",), ((1,),))


def test_topics_are_counted_by_papers() -> None:
    found = papers_by_topic(read_graph(topic_store()), 2)
    assert found.values == ((8,), (8,))
    assert found.left_out == 1


@pytest.mark.parametrize("kind", PLOTS)
@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_the_same_graph_gives_the_same_bytes(kind: str, suffix: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    store = topic_store() if kind == "topics" else small_store()
    paths = [tmp_path / f"{n}.{suffix}" for n in (1, 2)]
    for path in paths:
        write_plot(store, kind, path)
    first, second = (path.read_bytes() for path in paths)
    assert first == second
    assert first.startswith(b"\x89PNG" if suffix == "png" else b"<?xml")
    assert len(list(tmp_path.iterdir())) == 2


def test_hostile_names_and_formulas_stay_texts_in_an_svg(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    write_plot(small_store(), "methods", tmp_path / "x.svg", title=f"{HOSTILE} $x^")
    svg = (tmp_path / "x.svg").read_text("utf-8")
    assert "<b onmouseover" not in svg
    assert "&lt;/script&gt;&lt;b onmouseover=alert(1)&gt;x $x^" in svg
    assert "<dc:date>" not in svg


def test_another_suffix_and_an_empty_graph_fail_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"\.png or \.svg"):
        write_plot(small_store(), "methods", tmp_path / "x.pdf")
    with pytest.raises(QueryError, match="nothing of the kind"):
        write_plot(SampleStore([], [], []), "datasets", tmp_path / "x.png")
    assert list(tmp_path.iterdir()) == []


def test_without_matplotlib_it_says_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(MissingPartError, match=r"pip install 'paper-kg\[plot\]'"):
        write_plot(small_store(), "methods", tmp_path / "x.png")


def test_the_command_offers_the_kinds_of_the_library_and_needs_a_file() -> None:
    (kind,) = [p for p in command.params if p.name == "kind"]
    assert list(kind.type.choices) == list(PLOTS)
    assert CliRunner().invoke(cli, ["plot", "methods"]).exit_code == 2
