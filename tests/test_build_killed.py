"""A build may be killed at any time: the graph before stays readable, and the next build resumes."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from store_sample import NameExtractor, build_papers, contents, write

import kg.build
from kg.errors import StoreError
from kg.store import open_store

_PROGRAM = """
import sys; from pathlib import Path; sys.path.insert(0, sys.argv[1])
import kg.build; from store_sample import NameExtractor, build_papers
kg.build._BATCH = 4
def tell(stage, done, total):
    print(stage, done, flush=True)
build_papers(Path(sys.argv[3]), Path(sys.argv[2]), extractor=NameExtractor(pause=0.02), progress=tell)
"""

PAPERS = [
    {"id": f"p{n}", "abstract": f"BERT{n % 7} and GPT{n % 5} and more {n}."} for n in range(60)
]


def killed_at(line: str, file: Path, graph: Path) -> None:
    """Runs a build in a process of its own, and kills it once it has told `line`."""
    arguments = [sys.executable, "-c", _PROGRAM, str(Path(__file__).parent), str(file), str(graph)]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for told in process.stdout:
            if told.strip() == line:
                break
        os.kill(process.pid, signal.SIGKILL)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
@pytest.mark.parametrize("line", ["reading 20", "extracting 20", "resolving 0"])
def test_a_killed_build_resumes_to_the_graph_of_an_undisturbed_one(
    tmp_path: Path, line: str
) -> None:
    file, graph = write(tmp_path / "a.jsonl", *PAPERS), tmp_path / "g.kg"
    killed_at(line, file, graph)
    with pytest.raises(StoreError, match="build not finished: run kg build again"):
        open_store(graph)
    extractor = NameExtractor()
    build_papers(graph, file, extractor=extractor)
    done = {"reading 20": 0, "extracting 20": 20, "resolving 0": 60}[line]
    # What the killed build had committed is not extracted again.
    assert len(extractor.seen) <= 60 - done
    build_papers(tmp_path / "whole.kg", file)
    assert contents(graph) == contents(tmp_path / "whole.kg")


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no SIGKILL")
def test_the_graph_before_stays_readable_when_a_rebuild_is_killed(tmp_path: Path) -> None:
    file, graph = write(tmp_path / "a.jsonl", *PAPERS[:10]), tmp_path / "g.kg"
    build_papers(graph, file)
    before = contents(graph)
    write(file, *PAPERS)
    killed_at("extracting 20", file, graph)
    assert contents(graph) == before
    build_papers(graph, file)
    build_papers(tmp_path / "whole.kg", file)
    assert contents(graph) == contents(tmp_path / "whole.kg")


def test_removing_waits_until_a_build_is_finished(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file, graph = write(tmp_path / "a.jsonl", *PAPERS[:3]), tmp_path / "g.kg"
    build_papers(graph, file)
    write(file, *PAPERS[:6])
    monkeypatch.setattr(kg.build, "_extract", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        build_papers(graph, file)
    with pytest.raises(StoreError, match="the last build was not finished"):
        kg.build.remove(graph, "p0")


def test_extraction_is_committed_batch_by_batch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kg.build, "_BATCH", 4)

    class Failing(NameExtractor):
        def extract(self, abstracts, *, workers=1):  # type: ignore[no-untyped-def]
            for n, found in enumerate(super().extract(abstracts)):
                if n == 9:
                    raise KeyboardInterrupt
                yield found

    file, graph = write(tmp_path / "a.jsonl", *PAPERS[:20]), tmp_path / "g.kg"
    with pytest.raises(KeyboardInterrupt):
        build_papers(graph, file, extractor=Failing())
    extractor = NameExtractor()
    assert build_papers(graph, file, extractor=extractor).extracted == 12
    assert len(extractor.seen) == 12
