"""Inputs: files, folders, standard input; encodings; what is refused and how it is said."""

import io
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.errors import InputError
from kg.readers import FileRead, named_reader, read_inputs, reader, readers
from kg.readers.decode import decoded_lines, guess_encoding
from kg.records import Paper

Write = Callable[[str, str | bytes], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write_file(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write_file


def read(*paths: Path | str, **options: Any) -> tuple[list[FileRead], list[Paper]]:
    files, papers = [], []
    for file in read_inputs(paths, **options):
        papers += [paper for paper, _ in file.items()]
        files.append(file)
    return files, papers


def refused(*paths: Path | str, **options: Any) -> str:
    with pytest.raises(InputError) as caught:
        read(*paths, **options)
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_the_registry_holds_these_formats() -> None:
    assert {r.name for r in readers()} >= {"jsonl", "text"}
    assert [r.name for r in readers(claims=True)] == ["claims"]
    # What any text may be is asked for last.
    assert readers()[-1].name == "text"


def test_a_second_use_of_a_format_name_is_refused() -> None:
    readers()
    with pytest.raises(ValueError, match="'text'"):
        reader("text", lambda head, name: True)(lambda text, log: iter(()))


def test_a_format_is_found_by_its_name_in_any_case() -> None:
    assert named_reader("JSONL").name == "jsonl"
    with pytest.raises(InputError, match=r"known: .*jsonl"):
        named_reader("klingon")


def test_a_file_is_known_by_its_name_and_a_folder_by_paths_inside(
    write: Write, tmp_path: Path
) -> None:
    write("in/b/two.txt", "Second abstract.")
    write("in/a.txt", "First abstract.")
    write("in/.hidden.txt", "Hidden.")
    write("in/.git/c.txt", "Hidden too.")
    files, papers = read(tmp_path / "in", tmp_path / "in" / "a.txt")
    assert [f.source for f in files] == ["a.txt", "b/two.txt", "a.txt"]
    assert [p.source for p in papers] == ["a.txt", "b/two.txt", "a.txt"]
    assert [p.abstract for p in papers[:2]] == ["First abstract.", "Second abstract."]


def test_standard_input_is_read_for_a_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = SimpleNamespace(buffer=io.BytesIO("Über abstract.".encode()))
    monkeypatch.setattr(sys, "stdin", stdin)
    files, papers = read("-")
    assert (files[0].source, papers[0].abstract) == ("-", "Über abstract.")
    assert not stdin.buffer.closed


def test_counts_tell_what_was_read_and_what_not(write: Write) -> None:
    path = write("x.jsonl", '{"abstract": "One."}\n{"title": "T"}\nbroken\n')
    (file,), _ = read(path)
    assert (file.read, file.without_abstract) == (2, 1)
    assert [str(s) for s in file.skipped] == [
        "x.jsonl:3: not valid JSON: Expecting value at column 1"
    ]


@pytest.mark.parametrize(
    "encoded",
    [
        "\ufeffÜber x.".encode(),
        "Über x.".encode("utf-16"),
        "\ufeffÜber x.".encode("utf-16-be"),
        "Über x.".encode("utf-16-le"),
        "Über x.".encode("utf-32"),
        "Über x.".encode("cp1252"),
    ],
)
def test_the_encoding_is_told_by_the_bytes(write: Write, encoded: bytes) -> None:
    assert read(write("x.txt", encoded))[1][0].abstract == "Über x."


def test_lines_that_are_no_utf8_are_read_as_cp1252_and_named(write: Write) -> None:
    content = "Größe.\n\n".encode() + "Na\xefve.\n".encode("cp1252")
    (file,), papers = read(write("x.txt", content))
    assert [p.abstract for p in papers] == ["Größe.", "Naïve."]
    assert file.notes == ["x.txt: 1 line is not UTF-8, read as cp1252 (first: line 3)"]


@given(st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=80))
@settings(max_examples=100, deadline=None)
def test_any_text_in_utf8_comes_through_unchanged(text: str) -> None:
    odd: list[int] = []
    # One mark at the start is an encoding's, not the text's.
    data = io.BytesIO(b"\xef\xbb\xbf" + text.encode())
    assert "".join(decoded_lines(data, "utf-8", odd)) == text
    assert not odd
    assert guess_encoding(text.encode()) == "utf-8" or text.startswith("\ufeff")


def test_a_character_cut_at_the_end_of_the_head_does_not_change_the_encoding(write: Write) -> None:
    (file,), papers = read(write("x.txt", "a" + "ü" * 40_000))
    assert papers[0].abstract == "a" + "ü" * 40_000
    assert not file.notes


def test_a_named_encoding_is_used_and_a_wrong_one_is_told(write: Write) -> None:
    path = write("x.txt", "Größe.".encode("cp1252"))
    assert read(path, encoding="latin-1")[1][0].abstract == "Größe."
    assert "x.txt: not utf-8 text near byte 2" in refused(path, encoding="utf-8")
    assert "unknown encoding 'klingon'" in refused(path, encoding="klingon")


def test_a_missing_path_is_told_before_anything_is_read(write: Write, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"nope\.txt: no such file"):
        read_inputs([write("x.txt", "One."), tmp_path / "nope.txt"])


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("x.txt", b"", "is empty"),
        ("x.txt", b" \r\n\t\n", "is empty"),
        ("x.txt", b"\xef\xbb\xbf", "is empty"),
        ("x.txt", b"ab\0\1\2cd", "is binary"),
        ("x.txt", bytes(range(256)) * 4, "is binary"),
        ("x.pdf", b"%PDF-1.5 ...", "is a PDF"),
        ("x.txt", b"\x1f\x8b\x08\0abc", "is gzip data"),
        ("x.docx", b"PK\x03\x04abc", "is a zip archive"),
        ("x.unknown", b"what is this", "--input-format"),
        ("x.txt", b"ICLR 2026 Papers\n", "no paper in it"),
        ("x.jsonl", b'{"title": "T"}\n', "its only paper has no abstract"),
        ("x.jsonl", b'{"title": "T"}\n{"title": "U"}', "none of its 2 papers has an abstract"),
        ("x.jsonl", b'{"abstract": \n', "x.jsonl:1: not valid JSON"),
    ],
)
def test_an_input_that_gives_nothing_is_refused_with_a_reason(
    write: Write, name: str, content: bytes, reason: str
) -> None:
    message = refused(write(name, content))
    assert name in message
    assert reason in message


def test_in_a_folder_an_unreadable_file_is_named_and_the_rest_read(
    write: Write, tmp_path: Path
) -> None:
    write("in/a.bin", b"\0\1\2")
    write("in/b.txt", "One.")
    files, papers = read(tmp_path / "in")
    assert [(f.format, f.read) for f in files] == [("", 0), ("text", 1)]
    assert str(files[0].skipped[0]).startswith("a.bin: is binary")
    assert len(papers) == 1


def test_a_folder_in_which_nothing_can_be_read_is_refused(write: Write, tmp_path: Path) -> None:
    write("in/a.bin", b"\0\1\2")
    assert "skipped 1; the first: a.bin" in refused(tmp_path / "in")
    (tmp_path / "empty").mkdir()
    assert "no paper in any file" in refused(tmp_path / "empty")


def test_a_readme_beside_the_papers_is_no_paper(write: Write, tmp_path: Path) -> None:
    write("in/README", "These are my abstracts.")
    write("in/LICENSE.txt", "Permission is granted.")
    write("in/x.txt", "One.")
    assert len(read(tmp_path / "in")[1]) == 1


def test_claims_are_read_only_when_asked_for(write: Write) -> None:
    line = '{"id": "a", "abstract": "Use X.", "entities": [{"type": "Method", "name": "X"}]}\n'
    path = write("x.jsonl", line + '{"id": "b", "abstract": "no claims"}\n')
    reading = read_inputs([path], claims=True)
    file = next(reading)
    (item,) = file.items()
    assert item[1] is not None
    assert [e.name for e in item[1].entities] == ["X"]
    assert [str(s) for s in file.skipped] == ['x.jsonl:2: has no "entities"']
    assert [extraction for f in read_inputs([path]) for _, extraction in f.items()] == [None, None]


def test_claims_of_a_very_long_abstract_are_known_for_claims(write: Write) -> None:
    line = '{"id": "a", "abstract": "%s", "entities": []}' % ("Long text. " * 9_000)
    assert len(read(write("x.jsonl", line), claims=True)[1]) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="file names are text there")
def test_a_file_name_that_is_no_text_does_not_reach_the_papers(write: Write) -> None:
    (paper,) = read(write("caf\udce9.txt", "One."))[1]
    assert paper.source == "caf\ufffd.txt"


def test_papers_are_no_claims(write: Write) -> None:
    assert "holds no claims" in refused(write("x.jsonl", '{"abstract": "One."}\n'), claims=True)


def test_rejected_claims_are_counted(write: Write) -> None:
    record = (
        '{"id": "a", "abstract": "Use X for Y.", "relations": [["Y", "USED_FOR", "X"]],'
        ' "entities": [{"type": "Method", "name": "X"}, {"type": "Task", "name": "Y"}]}\n'
    )
    (file,), papers = read(write("x.jsonl", record), claims=True)
    assert len(papers) == 1
    assert file.rejected == 1
    assert dict(file.log.rejected) == {"USED_FOR from Task to Method": 1}
