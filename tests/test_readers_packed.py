"""Gzip, zip, and the limits of what may come out of them."""

import gzip
import io
import sys
import zipfile
from pathlib import Path
from types import SimpleNamespace

import pytest
from reader_sample import INPUTS, gzipped, read, read_all, zipped

from kg.errors import InputError
from kg.readers import packed


@pytest.mark.parametrize("name", sorted(INPUTS))
def test_a_packed_file_gives_what_the_file_gives(name: str, tmp_path: Path) -> None:
    plain, gz, archive = tmp_path / name, tmp_path / f"{name}.gz", tmp_path / f"{name}.zip"
    plain.write_text(INPUTS[name], encoding="utf-8")
    # The suffix inside tells Markdown and texts; other formats are known by content.
    gz.write_bytes(gzipped(INPUTS[name]))
    archive.write_bytes(zipped({name: INPUTS[name].encode()}))
    _, papers = read(plain)
    ids = [paper.id for paper in papers]
    assert [p.id for p in read(archive)[1]] == ids
    assert [p.id for p in read(gz)[1]] == ids


def test_an_archive_is_read_like_a_folder(tmp_path: Path) -> None:
    path = tmp_path / "all.zip"
    inner = zipped({"x.txt": b"A text."})
    path.write_bytes(
        zipped(
            {
                "b/two.txt": b"Second abstract.",
                "a.jsonl.gz": gzipped('{"abstract": "First."}'),
                "__MACOSX/a.txt": b"x",
                ".hidden.txt": b"x",
                "c.bin": b"\0\1\2",
                "d.zip": inner,
            }
        )
    )
    files = read_all(path)
    assert [(f.source, [p.abstract for p in papers]) for f, papers in files] == [
        ("all.zip/a.jsonl.gz", ["First."]),
        ("all.zip/b/two.txt", ["Second abstract."]),
        ("all.zip/c.bin", []),
        ("all.zip/d.zip", []),
    ]
    assert [f.skipped[0].why.partition(",")[0].partition(";")[0] for f, _ in files[2:]] == [
        "is binary",
        "is a zip archive",
    ]
    assert len({f.place for f, _ in files}) == 4


@pytest.mark.parametrize("pack", [gzipped, lambda text: zipped({"x.jsonl": text.encode()})])
def test_standard_input_may_be_packed(pack: object, monkeypatch: pytest.MonkeyPatch) -> None:
    content = pack('{"abstract": "One."}')  # type: ignore[operator]
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(content)))
    assert [p.abstract for p in read("-")[1]] == ["One."]  # type: ignore[arg-type]


@pytest.fixture
def small_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed, "FREE", 2**20)


@pytest.mark.usefixtures("small_limits")
def test_what_unpacks_to_far_more_than_its_size_is_refused(tmp_path: Path) -> None:
    bomb = b'{"abstract": "One."}\n' + b" " * (3 * 2**20)
    for name, content in (("x.gz", gzip.compress(bomb)), ("x.zip", zipped({"x.jsonl": bomb}))):
        (tmp_path / name).write_bytes(content)
        file, papers = read(tmp_path / name)
        # What came before the limit is kept; that the rest is not read is said.
        assert len(papers) == 1
        assert "200 times its size" in str(file.skipped[0])


@pytest.mark.usefixtures("small_limits")
def test_many_small_bombs_are_one(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    part = b'{"abstract": "One."}\n' + b" " * (2**19)
    path.write_bytes(zipped({f"{n}.jsonl": part for n in range(9)}))
    skipped = [str(s) for file, _ in read_all(path) for s in file.skipped]
    assert skipped
    assert all("200 times its size" in s for s in skipped)


@pytest.mark.parametrize("cut", [5, 30, -12, -1])
def test_a_cut_or_damaged_archive_is_told_in_one_line(tmp_path: Path, cut: int) -> None:
    lines = "".join(f'{{"abstract": "Number {n}."}}\n' for n in range(3000))
    for name, content in (("x.gz", gzipped(lines)), ("x.zip", zipped({"x.jsonl": lines.encode()}))):
        path = tmp_path / name
        path.write_bytes(content[:cut])
        try:
            said = " ".join(str(s) for file, _ in read_all(path) for s in file.skipped)
        except InputError as error:
            said = str(error)
        assert "cannot be read" in said
        assert "\n" not in said


def test_an_office_document_and_a_locked_archive_are_told_apart(tmp_path: Path) -> None:
    path = tmp_path / "x.xlsx"
    path.write_bytes(zipped({"[Content_Types].xml": b"<x/>", "xl/a.xml": b"<x/>"}))
    with pytest.raises(InputError, match="an office document or book; export it as CSV"):
        read(path)
    locked = zipped({"x.txt": b"A text."})
    # The first flag bit of the local header and of the directory: encrypted.
    at = locked.index(b"PK\x01\x02") + 8
    locked = locked[:6] + b"\x01" + locked[7:at] + b"\x01" + locked[at + 1 :]
    path.write_bytes(locked)
    with pytest.raises(InputError, match="locked by a password"):
        read(path)


def test_an_archive_of_nothing_is_told(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    with zipfile.ZipFile(path, "w"):
        pass
    with pytest.raises(InputError, match=r"x\.zip"):
        read_all(path)
