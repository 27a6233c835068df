"""What inputs gave, as the store keeps it."""

import io
import json
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from reader_sample import zipped
from store_sample import PAPERS, NameExtractor, build_papers, write

from kg.build import BuildReport, build
from kg.records import Paper
from kg.store import open_store
from kg.store.inputs import Inputs
from kg.store.rows import digest
from kg.store.tables import TABLES

Give = Callable[[bytes], BuildReport]


@pytest.fixture
def give(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Give:
    """Builds what is given on standard input into the graph `g.kg`."""

    def giving(content: bytes) -> BuildReport:
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(content)))
        return build(["-"], graph=tmp_path / "g.kg", extractor=NameExtractor())

    return giving


def line(record: object) -> bytes:
    return json.dumps(record).encode() + b"\n"


def steps_of_adopting(size: int) -> int:
    """About how many steps the database makes when `size` papers are given again, and none is lost."""
    db = sqlite3.connect(":memory:")
    for statement in TABLES:
        db.execute(statement)
    inputs = Inputs(db, Path("g.kg"))
    source = inputs.source("/x", "x")
    steps = 0

    def count() -> None:
        nonlocal steps
        steps += 1

    for _ in range(2):
        for n in range(size):
            inputs.stage(source, Paper(str(n), f"About {n}."), None, (), "", ())
        db.set_progress_handler(count, 100)
        inputs.adopt({source: True}, (), keep=True)
        db.set_progress_handler(None, 0)
    assert len(inputs.records()) == size
    db.close()
    return steps


def test_the_work_of_giving_papers_again_grows_as_they_do() -> None:
    assert steps_of_adopting(800) < 6 * steps_of_adopting(200)


def test_the_files_of_an_archive_on_standard_input_keep_a_report_each(
    tmp_path: Path, give: Give
) -> None:
    a, b = line(PAPERS[0]) + b"{broken\n", line(PAPERS[1])
    assert give(zipped({"a.jsonl": a, "b.jsonl": b})).papers == 2
    with open_store(tmp_path / "g.kg") as store:
        info = store.info()
    assert [(s["source"], s["read"]) for s in info["sources"]] == [
        ("-/a.jsonl", 1),
        ("-/b.jsonl", 1),
    ]
    assert [where for where in info["skipped"] if "standard input/a.jsonl:2" in str(where)]


def test_what_standard_input_gives_replaces_what_it_gave_and_loses_nothing(
    tmp_path: Path, give: Give
) -> None:
    first, edited = line(PAPERS[0]), line({**PAPERS[0], "abstract": "CNN."})
    give(first + line(PAPERS[3]))
    assert give(zipped({"a.jsonl": edited, "b.jsonl": line(PAPERS[1])})).papers == 3
    assert give(zipped({"c.jsonl": line(PAPERS[2])})).papers == 4
    with open_store(tmp_path / "g.kg") as store:
        assert store.paper("p1").abstract == "CNN."
    give(first)
    with open_store(tmp_path / "g.kg") as store:
        assert store.paper("p1").abstract == PAPERS[0]["abstract"]
    write(tmp_path / "-" / "a.jsonl", PAPERS[4])
    assert build_papers(tmp_path / "g.kg", tmp_path / "-").papers == 5


def test_a_graph_that_knows_only_the_folder_of_a_file_still_drops_it(tmp_path: Path) -> None:
    graph, folder = tmp_path / "g.kg", tmp_path / "in"
    write(folder / "a.jsonl", PAPERS[0])
    gone = write(folder / "b.jsonl", PAPERS[1])
    build_papers(graph, folder)
    with sqlite3.connect(graph) as db:
        db.execute("UPDATE source SET root = ?", (digest(str(folder)),))
    db.close()
    gone.unlink()
    assert build_papers(graph, folder).papers == 1
