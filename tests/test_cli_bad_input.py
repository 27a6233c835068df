"""Bad input ends in one line on stderr, the right exit code, and nothing half written."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from cli_sample import RECORDS, CapitalisedWords, write_claims
from click.testing import CliRunner, Result

import extractors
from kg.cli import cli


@pytest.fixture(autouse=True)
def _no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extractors, "load", CapitalisedWords, raising=False)


def kg(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, [str(argument) for argument in arguments])


def assert_one_line(result: Result, *parts: str) -> None:
    assert result.exit_code == 1, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("kg: error: ")
    assert result.stderr.count("\n") == 1, result.stderr
    assert "unexpected" not in result.stderr
    for part in parts:
        assert part in result.stderr


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    path = tmp_path / "papers.kg"
    assert (
        kg("build", "--claims", write_claims(tmp_path / "claims.jsonl"), "-g", path).exit_code == 0
    )
    return path


@pytest.mark.parametrize(
    "command", [["build"], ["build", "--claims"], ["extract"], ["resolve"], ["eval"]]
)
@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("missing.jsonl", None),
        ("empty.jsonl", b""),
        ("blank.txt", b" \n\n "),
        ("binary.jsonl", bytes(range(256)) * 40),
        ("picture.png", b"\x89PNG\r\n\x1a\n" + b"\0" * 100),
        ("list.json", b"[1, 2, 3]"),
        ("broken.jsonl", b'{"abstract": "cut off'),
    ],
)
def test_an_input_without_papers_is_refused(
    command: list[str], name: str, content: bytes | None, tmp_path: Path
) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    graph = ["-g", tmp_path / "papers.kg"] if command[0] == "build" else []
    assert_one_line(kg(*command, path, *graph), name)
    assert not (tmp_path / "papers.kg").exists()


def test_a_folder_without_papers_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "empty"
    folder.mkdir()
    assert_one_line(kg("build", folder, "-g", tmp_path / "papers.kg"), "empty")
    assert not (tmp_path / "papers.kg").exists()


def test_an_unknown_format_or_encoding_is_named(tmp_path: Path) -> None:
    claims = write_claims(tmp_path / "claims.jsonl")
    graph = tmp_path / "papers.kg"
    assert_one_line(kg("build", claims, "-g", graph, "--input-format", "docx"), "docx")
    assert_one_line(kg("build", claims, "-g", graph, "--input-encoding", "klingon"), "klingon")


READERS = (
    ["info"], ["show", "x"], ["search", "x"], ["table"], ["remove", "x"], ["query", "top"], ["viz"],
    ["export", "-o", "out.json"],
)  # fmt: skip


@pytest.mark.parametrize("command", READERS, ids=lambda command: command[0])
def test_a_graph_that_cannot_be_read_is_refused(
    command: list[str], graph: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    damaged, text, later = (tmp_path / name for name in ("damaged.kg", "text.kg", "later.kg"))
    data = graph.read_bytes()
    damaged.write_bytes(data[:4096] + b"\xff" * (len(data) - 4096))
    text.write_text("no graph at all, but long enough to look at " * 50)
    later.write_bytes(data)
    with sqlite3.connect(later) as connection:
        connection.execute("PRAGMA user_version = 999")
    connection.close()
    before = set(tmp_path.iterdir())
    for path, parts in (
        (tmp_path / "none.kg", ["kg build"]),
        (tmp_path, ["folder"]),
        (damaged, []),
        (text, ["not a graph"]),
        (later, ["later", "upgrade"]),
    ):
        assert_one_line(kg(*command, "-g", path), *parts)
    assert set(tmp_path.iterdir()) == before


def test_an_empty_name_is_shown(tmp_path: Path) -> None:
    assert_one_line(kg("build", "", "-g", tmp_path / "papers.kg"), "'': no such file or folder")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_an_export_to_a_full_disk_says_what_to_do(graph: Path) -> None:
    result = kg("export", "-g", graph, "-o", "/dev/full", "--to", "jsonl")
    assert_one_line(result, "/dev/full", "No space left", "free some space")


def test_a_start_of_many_ids_says_so_and_removes_none(tmp_path: Path) -> None:
    graph = tmp_path / "papers.kg"
    records = [{**RECORDS[0], "id": f"p{n}", "title": f"Title {n}"} for n in range(50)]
    assert kg("build", "--claims", write_claims(tmp_path / "c.jsonl", records), "-g", graph)
    assert_one_line(kg("remove", "p", "-g", graph), "'p': p0, p1, p10, p11, p12, ...")


def test_a_graph_in_a_place_that_takes_no_files_is_refused(tmp_path: Path) -> None:
    claims = write_claims(tmp_path / "claims.jsonl")
    assert_one_line(kg("build", "--claims", claims, "-g", tmp_path / "none" / "papers.kg"), "none")
    if Path("/proc/self").exists():
        assert_one_line(kg("build", "--claims", claims, "-g", "/proc/papers.kg"), "/proc/papers.kg")


@pytest.mark.parametrize("command", [["info"], ["table"], ["query", "top"], ["search", "net"]])
def test_an_answer_that_cannot_be_written_leaves_nothing(
    command: list[str], graph: Path, tmp_path: Path
) -> None:
    before = set(tmp_path.iterdir())
    assert_one_line(kg(*command, "-g", graph, "-o", tmp_path), "folder")
    assert_one_line(kg(*command, "-g", graph, "-o", tmp_path / "none" / "x.csv"), "does not exist")
    if Path("/dev/full").exists():
        assert_one_line(
            kg(*command, "-g", graph, "-o", "/dev/full"), "No space left", "free some space"
        )
    assert set(tmp_path.iterdir()) == before


@pytest.mark.parametrize(
    "arguments",
    [
        ["build"],
        ["show"],
        ["query", "no-such-question"],
        ["query", "top", "--limit", "-1"],
        ["table", "--format", "xlsx"],
        ["info", "--format", "bibtex"],
        ["export"],
        ["export", "-o", "x", "--to", "docx"],
        ["build", "-", "x", "-"],
        ["extract", "-", "-"],
        ["build", "x", "--workers", "0"],
        ["build", "x", "--min-confidence", "2"],
    ],
    ids=" ".join,
)
def test_wrong_usage_exits_2(arguments: list[str], graph: Path) -> None:
    where = ["-g", graph] if arguments != ["build"] and arguments[0] != "extract" else []
    result = kg(*arguments, *where)
    assert result.exit_code == 2
    assert "Traceback" not in result.stderr


SLOW = """
import multiprocessing, sys, time
sys.path.insert(0, {tests!r})
import cli_sample, extractors
class Slow(cli_sample.CapitalisedWords):
    def extract(self, abstracts, *, workers=1):
        # Like a pool's: where nobody takes it down, Python complains once the process is gone.
        lock = multiprocessing.get_context("spawn").Lock()
        print("started", flush=True)
        for extraction in super().extract(abstracts):
            time.sleep(30)
            yield extraction
extractors.load = Slow
from kg.cli import main
main()
"""


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signals for one process")
@pytest.mark.parametrize(
    ("number", "code", "why"),
    [(signal.SIGINT, 130, "interrupted"), (signal.SIGTERM, 143, "asked to end")],
)
def test_a_build_that_is_stopped_says_one_line_and_goes_on_later(
    tmp_path: Path, number: signal.Signals, code: int, why: str
) -> None:
    claims = write_claims(tmp_path / "papers.jsonl")
    script = tmp_path / "slow.py"
    script.write_text(SLOW.format(tests=str(Path(__file__).parent)))
    command = [sys.executable, script, "build", claims, "-g", tmp_path / "papers.kg"]
    command += ["--input-format", "jsonl"]
    # A suite that runs in the background of a shell has SIGINT ignored, which children inherit.
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == b"started\n"
        time.sleep(0.2)
        process.send_signal(number)
        _, stderr = process.communicate(timeout=20)
    finally:
        process.kill()
    assert process.returncode == code
    assert stderr.decode().splitlines() == [
        f"kg: error: {why}; run the same command again to go on"
    ]
    again = kg("build", claims, "-g", tmp_path / "papers.kg", "--input-format", "jsonl")
    assert again.exit_code == 0, again.stderr
    assert "3 papers" in again.stderr


def test_a_reader_of_an_answer_may_stop_early(graph: Path) -> None:
    command = [sys.executable, "-m", "kg", "query", "top", "-g", graph, "--format", "jsonl"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.close()
        assert process.stderr is not None
        assert process.stderr.read() == b""
    assert process.returncode == 128 + signal.SIGPIPE
