"""What is wrong with a graph file, its folder or the disk is told in one line with its remedy."""

import os
import shutil
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from store_sample import PAPERS, NameExtractor, build_papers, contents, write

import kg.store.read
from kg.build import remove
from kg.errors import StoreError
from kg.graph import slim_graph
from kg.store import open_store, open_writer
from kg.store.connect import translated
from kg.store.lock import write_lock


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    build_papers(tmp_path / "g.kg", write(tmp_path / "in" / "a.jsonl", *PAPERS))
    return tmp_path / "g.kg"


def told(act: Callable[[], object]) -> str:
    with pytest.raises(StoreError) as caught:
        act()
    message = str(caught.value)
    assert "\n" not in message
    return message


def change(graph: Path, statement: str) -> None:
    with sqlite3.connect(graph) as connection:
        connection.execute(statement)
    connection.close()


def test_a_missing_graph_says_how_to_make_one(tmp_path: Path) -> None:
    assert "kg build INPUT..." in told(lambda: open_store(tmp_path / "none.kg"))
    assert not list(tmp_path.iterdir())


def test_a_folder_is_no_graph(tmp_path: Path) -> None:
    assert "a folder, not a graph file" in told(lambda: open_store(tmp_path))
    assert "a folder, not a graph file" in told(
        lambda: build_papers(tmp_path / "in", write(tmp_path / "in" / "a.jsonl", *PAPERS))
    )


def test_a_text_file_is_no_graph_and_is_not_overwritten(tmp_path: Path) -> None:
    file = write(tmp_path / "a.jsonl", *PAPERS)
    text = file.read_bytes()
    assert "not a graph file" in told(lambda: open_store(file))
    assert "not a graph file" in told(lambda: build_papers(file, file))
    assert file.read_bytes() == text


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    change(path, "CREATE TABLE mine (x)")
    file = write(tmp_path / "a.jsonl", *PAPERS)
    assert "not a graph of kg" in told(lambda: open_store(path))
    assert "not a graph of kg" in told(lambda: build_papers(path, file))
    connection = sqlite3.connect(path)
    assert connection.execute("SELECT name FROM sqlite_master").fetchall() == [("mine",)]
    connection.close()


def test_a_graph_of_a_later_schema_asks_for_an_upgrade(graph: Path, tmp_path: Path) -> None:
    change(graph, "PRAGMA user_version = 99")
    assert "upgrade paper-kg" in told(lambda: open_store(graph))
    assert "upgrade paper-kg" in told(lambda: build_papers(graph, tmp_path / "in" / "a.jsonl"))


def test_an_empty_file_is_a_build_not_finished(tmp_path: Path) -> None:
    graph = tmp_path / "g.kg"
    graph.touch()
    assert "build not finished: run kg build again" in told(lambda: open_store(graph))
    assert build_papers(graph, write(tmp_path / "a.jsonl", *PAPERS)).papers == 5


def test_a_damaged_graph_says_so(graph: Path) -> None:
    whole = graph.read_bytes()
    graph.write_bytes(
        whole[: len(whole) // 3] + b"\xff" * (len(whole) // 3) + whole[-len(whole) // 3 :]
    )

    def read() -> None:
        with open_store(graph) as store:
            list(store.papers())
            list(store.edges())
            store.search("BERT")

    assert "damaged" in told(read)


def test_a_truncated_graph_says_so(graph: Path) -> None:
    graph.write_bytes(graph.read_bytes()[:5000])
    assert "damaged" in told(lambda: open_store(graph).info())


def test_a_graph_in_a_read_only_folder_can_be_read(graph: Path) -> None:
    before = contents(graph)
    graph.chmod(0o444)
    graph.parent.chmod(0o555)
    try:
        assert contents(graph) == before
    finally:
        graph.parent.chmod(0o755)


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere every file name is text")
def test_a_graph_whose_name_is_no_text_can_be_built_read_and_changed(tmp_path: Path) -> None:
    graph = tmp_path / os.fsdecode(b"\xff%20?#.kg")
    build_papers(graph, write(tmp_path / "a.jsonl", *PAPERS))
    with open_store(graph) as store:
        assert len(list(store.papers())) == 5
    assert remove(graph, "p1").papers == 4


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder_cannot_take_a_graph(tmp_path: Path) -> None:
    file, folder = write(tmp_path / "a.jsonl", *PAPERS), tmp_path / "locked"
    folder.mkdir(mode=0o555)
    assert "folder" in told(lambda: build_papers(folder / "g.kg", file))


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    file = write(tmp_path / "a.jsonl", *PAPERS)
    missing = f"the folder {tmp_path / 'no'} does not exist; create it first"
    assert missing in told(lambda: build_papers(tmp_path / "no" / "g.kg", file))


def test_a_second_writer_is_told_at_once_and_readers_are_not_disturbed(graph: Path) -> None:
    before = contents(graph)
    with open_writer(graph):
        assert "another kg is writing" in told(lambda: open_writer(graph).__enter__())
        assert contents(graph) == before
    with open_writer(graph):
        pass
    assert not list(graph.parent.glob("*.lock"))


def test_a_lock_file_that_a_killed_writer_left_stops_nobody(graph: Path) -> None:
    graph.with_name(graph.name + ".lock").touch()
    with write_lock(graph):
        pass


def test_a_full_disk_says_so_and_changes_nothing(tmp_path: Path, graph: Path) -> None:
    before = contents(graph)
    more = [{"id": f"n{n}", "abstract": f"BERT{n} " * 400} for n in range(50)]
    file = write(tmp_path / "in" / "b.jsonl", *more)
    with open_writer(graph) as writer:
        pages = writer._db.execute("PRAGMA page_count").fetchone()[0]
        writer._db.execute(f"PRAGMA max_page_count = {pages}")

        def fill() -> None:
            with writer.transaction() as stored:
                source = stored.source("/b", "b")
                for line in file.read_text().splitlines():
                    stored.stage(source, _paper(line), None, ids=(), title="", families=())

        assert "the disk is full; free some space and run kg build again" in told(fill)
    assert contents(graph) == before


def _paper(text: str) -> kg.store.inputs.Paper:
    return kg.store.inputs.Paper(id=text[:20], abstract=text)


@pytest.mark.parametrize(
    ("error", "remedy"),
    [
        (sqlite3.OperationalError("database or disk is full"), "free some space"),
        (sqlite3.OperationalError("database is locked"), "wait for it to finish"),
        (sqlite3.OperationalError("attempt to write a readonly database"), "another place with -g"),
        (sqlite3.DatabaseError("database disk image is malformed"), "run kg build again"),
        (OSError(28, "No space left on device"), "No space left on device"),
    ],
)
def test_errors_of_the_database_carry_a_remedy(
    error: Exception, remedy: str, tmp_path: Path
) -> None:
    def fail() -> None:
        with translated(tmp_path / "g.kg"):
            raise error

    assert remedy in told(fail)


def test_a_failed_resolution_leaves_the_graph_before(
    tmp_path: Path, graph: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = contents(graph)

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("kg.store.resolved.put_meta", full)
    file = write(tmp_path / "in" / "b.jsonl", {"id": "n", "abstract": "GPT and CNN."})
    assert "disk is full" in told(lambda: build_papers(graph, file))
    monkeypatch.undo()
    assert contents(graph) == before
    extractor = NameExtractor()
    assert build_papers(graph, file, extractor=extractor).papers == 6
    assert extractor.seen == []  # what was extracted before the disk was full is kept


def test_a_journal_of_a_killed_writer_is_rolled_back_by_the_next_reader(
    tmp_path: Path, graph: Path
) -> None:
    before = contents(graph)
    copy = tmp_path / "copy.kg"
    with open_writer(graph) as writer:
        writer._db.execute("PRAGMA cache_spill = 1")
        writer._db.execute("PRAGMA cache_size = 1")

        def killed() -> None:
            with writer.transaction():
                writer._db.execute("UPDATE paper SET abstract = abstract || hex(zeroblob(50000))")
                # As a kill would leave it: the file half written, its journal beside it.
                shutil.copy(graph, copy)
                shutil.copy(f"{graph}-journal", f"{copy}-journal")
                raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            killed()
    assert (tmp_path / "copy.kg-journal").stat().st_size > 0
    assert contents(copy) == before


def read_all(graph: Path) -> None:
    """Everything that commands read."""
    with open_store(graph) as store:
        store.info()
        slim_graph(store)
        for paper in store.papers():
            list(store.edges_of(paper.id))
        for entity in store.entities():
            store.why(entity.id)
            store.entities_named(entity.name)
        list(store.edges())
        list(store.forms())
        store.search("BERT")
        list(store.near("BRET"))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE paper SET authors = '[\"Ada'",
        "UPDATE paper SET ids = '5'",
        "UPDATE paper SET extra = '[]'",
        "UPDATE paper SET year = 'soon' WHERE id = 2",
        "UPDATE paper SET title = x'00ff' WHERE id = 2",
        "UPDATE paper SET key = '' WHERE id = 2",
        "UPDATE entity SET aliases = '{}'",
        "UPDATE entity SET type = 'Thing' WHERE name = 'BERT'",
        "UPDATE entity SET papers = 'many'",
        "UPDATE edge SET type = 99 WHERE id = 1",
        "UPDATE edge SET type = -1 WHERE id = 1",
        "UPDATE edge SET type = type + 0.5",
        "UPDATE edge SET tail = 'x' WHERE id = 1",
        "UPDATE edge SET tail = 9999 WHERE id = 1",
        "UPDATE edge SET tail = paper WHERE id = 1",
        "UPDATE edge SET head = head % 2 + 1 WHERE head = 2",
        "UPDATE edge SET confidence = 'sure' WHERE id = 1",
        "UPDATE edge SET tail_start = 'x' WHERE id = 1",
        "DELETE FROM paper WHERE id = 2",
        "DELETE FROM entity WHERE name = 'BERT'",
        "UPDATE meta SET value = '{'",
        "UPDATE source SET report = '{\"read\": 1}'",
        "UPDATE form SET node = 9999",
        "UPDATE form SET folded = x'00ff'",
    ],
)
def test_a_graph_edited_by_hand_is_told_to_be_damaged(graph: Path, statement: str) -> None:
    change(graph, statement)
    assert "the graph file is damaged" in told(lambda: read_all(graph))


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE record SET data = '{'",
        "UPDATE record SET ids = '5'",
        "UPDATE record SET ids = '[1, 2]'",
        "UPDATE record SET paper = x'00ff'",
        "UPDATE extraction SET data = '[[], 3]'",
        "UPDATE extraction SET data = '[[[1]], []]'",
    ],
)
def test_a_build_on_records_edited_by_hand_says_so(
    graph: Path, tmp_path: Path, statement: str
) -> None:
    change(graph, statement)
    more = write(tmp_path / "in" / "b.jsonl", {"id": "p9", "abstract": "A CNN."})
    assert "the graph file is damaged" in told(lambda: build_papers(graph, more))
