"""A file that cannot be read, or not to its end, loses nothing of what it gave before."""

import io
import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from reader_sample import zipped
from store_sample import PAPERS, build_papers, contents, write

from kg.errors import InputError
from kg.readers.source import open_bytes
from kg.store import open_store

Break = Callable[[Path, int], None]
Record = dict[str, Any]


class Broken(io.RawIOBase):
    """A file of which the disk gives `size` bytes and then an error."""

    def __init__(self, path: Path, size: int) -> None:
        self._rest = path.read_bytes()[:size]

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        if not self._rest:
            raise OSError(5, "Input/output error")
        piece, self._rest = self._rest[: len(buffer)], self._rest[len(buffer) :]
        buffer[: len(piece)] = piece
        return len(piece)


@pytest.fixture
def break_after(monkeypatch: pytest.MonkeyPatch) -> Break:
    """`break_after(path, size)` lets reading `path` fail after `size` bytes."""

    def breaking(broken: Path, size: int) -> None:
        def opening(path: str, name: str) -> BinaryIO:
            if path == str(broken):
                return io.BufferedReader(Broken(broken, size), buffer_size=1)
            return open_bytes(path, name)

        monkeypatch.setattr("kg.readers.files.open_bytes", opening)

    return breaking


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write(tmp_path / "in" / "a.jsonl", *PAPERS[:2])
    write(tmp_path / "in" / "b.jsonl", *PAPERS[2:])
    return tmp_path / "in"


def padded(path: Path) -> Path:
    """Makes a file longer than what is looked at before it is read."""
    content = path.read_bytes().splitlines(keepends=True)
    blank = b" " * 40_000 + b"\n"
    path.write_bytes(b"".join(line + blank * 2 for line in content))
    return path


@pytest.mark.parametrize("size", [0, 100])
def test_a_file_that_fails_at_once_keeps_its_papers(
    tmp_path: Path, folder: Path, break_after: Break, size: int
) -> None:
    graph = tmp_path / "g.kg"
    build_papers(graph, folder)
    before = contents(graph)
    break_after(folder / "b.jsonl", size)
    report = build_papers(graph, folder)
    assert (report.removed, report.extracted, report.papers) == (0, 0, 5)
    assert report.skipped == ("b.jsonl: cannot be read (Input/output error)",)
    assert "b.jsonl: what it gave before is kept" in report.sources[1]["notes"]
    assert contents(graph) == before


def test_a_file_that_fails_half_way_gives_what_was_read_and_keeps_the_rest(
    tmp_path: Path, folder: Path, break_after: Break
) -> None:
    graph = tmp_path / "g.kg"
    build_papers(graph, folder)
    file = padded(write(folder / "b.jsonl", {**PAPERS[2], "abstract": "A CNN."}, *PAPERS[3:]))
    break_after(file, 70_000)
    report = build_papers(graph, folder)
    assert (report.replaced, report.removed, report.papers) == (1, 0, 5)
    with open_store(graph) as store:
        assert store.paper("p3").abstract == "A CNN."


def _lines(records: Sequence[Record]) -> bytes:
    return "\n".join(map(json.dumps, records)).encode()


@pytest.mark.parametrize("make", [_lines, lambda records: json.dumps(records).encode()])
def test_a_file_that_was_cut_off_keeps_its_papers(
    tmp_path: Path, make: Callable[[Sequence[Record]], bytes]
) -> None:
    graph, folder = tmp_path / "g.kg", tmp_path / "in"
    write(folder / "a.jsonl", *PAPERS[:2])
    whole = make([{"id": f"x{n}", "title": f"Paper {n}", "abstract": "A CNN."} for n in range(4)])
    (folder / "b.json").write_bytes(whole)
    assert build_papers(graph, folder).papers == 6
    for rest in (whole[: len(whole) * 5 // 8], b"\0\1\2binary"):
        (folder / "b.json").write_bytes(rest)
        report = build_papers(graph, folder)
        assert (report.removed, report.papers) == (0, 6)
        assert "b.json: what it gave before is kept" in report.sources[1]["notes"]


def test_the_only_input_that_fails_half_way_keeps_the_rest_too(
    tmp_path: Path, break_after: Break
) -> None:
    graph, file = tmp_path / "g.kg", padded(write(tmp_path / "a.jsonl", *PAPERS))
    build_papers(graph, file)
    break_after(file, 70_000)
    assert build_papers(graph, file).removed == 0


def test_a_file_that_is_read_again_later_loses_what_is_gone(
    tmp_path: Path, folder: Path, break_after: Break, monkeypatch: pytest.MonkeyPatch
) -> None:
    graph = tmp_path / "g.kg"
    build_papers(graph, folder)
    break_after(folder / "b.jsonl", 0)
    build_papers(graph, folder)
    monkeypatch.undo()
    write(folder / "b.jsonl", PAPERS[2])
    report = build_papers(graph, folder)
    assert (report.removed, report.papers) == (2, 3)


def test_an_archive_that_is_broken_keeps_the_papers_of_its_files(
    tmp_path: Path, folder: Path
) -> None:
    graph = tmp_path / "g.kg"
    whole = zipped({"x/c.jsonl": (folder / "b.jsonl").read_bytes(), "d.txt": b"A GPT. " * 30})
    (folder / "b.jsonl").unlink()
    (folder / "c.zip").write_bytes(whole)
    assert build_papers(graph, folder).papers == 6
    (folder / "c.zip").write_bytes(whole[: len(whole) * 5 // 8])
    report = build_papers(graph, folder)
    assert (report.removed, report.papers) == (0, 6)
    (folder / "c.zip").unlink()
    assert build_papers(graph, folder).papers == 2


def test_a_file_that_holds_no_papers_any_more_loses_them(tmp_path: Path, folder: Path) -> None:
    graph = tmp_path / "g.kg"
    build_papers(graph, folder)
    (folder / "b.jsonl").write_bytes(b"")
    assert build_papers(graph, folder).papers == 2


def test_a_link_to_what_is_not_there_is_told_and_keeps_its_papers(
    tmp_path: Path, folder: Path
) -> None:
    graph, disk = tmp_path / "g.kg", tmp_path / "disk"
    disk.mkdir()
    (folder / "b.jsonl").rename(disk / "b.jsonl")
    (folder / "b.jsonl").symlink_to(disk / "b.jsonl")
    build_papers(graph, folder)
    disk.rename(tmp_path / "unmounted")
    report = build_papers(graph, folder)
    assert (report.papers, len(report.skipped)) == (5, 1)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root reads anything")
def test_a_file_without_permission_keeps_its_papers(tmp_path: Path, folder: Path) -> None:
    graph = tmp_path / "g.kg"
    build_papers(graph, folder)
    (folder / "b.jsonl").chmod(0)
    assert build_papers(graph, folder).papers == 5


def test_an_input_of_which_nothing_can_be_read_leaves_the_graph_as_it_was(
    tmp_path: Path, break_after: Break
) -> None:
    graph, file = tmp_path / "g.kg", write(tmp_path / "a.jsonl", *PAPERS)
    build_papers(graph, file)
    before = contents(graph)
    break_after(file, 0)
    with pytest.raises(InputError, match="cannot be read"):
        build_papers(graph, file)
    assert contents(graph) == before
