"""Wall time and peak memory of whole commands, started cold: `python benchmarks/commands.py [--large PAPERS.jsonl]`.

Times `kg --help`, the build of seeds/, and every named question on its graph; with --large also the build of that file
(in two sizes, a quarter and all, so that memory can be compared) and every question on its graph. The median of
--runs runs; ratios are to `python -c pass` in the same run. Needs the project installed in the running Python.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

SEEDS = Path(__file__).parents[1] / "seeds"
KG = (sys.executable, "-m", "kg")


def run(command: Sequence[str]) -> tuple[float, float]:
    """Wall seconds and peak memory (MiB, of the largest single process) of a command that must succeed."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    assert process.stderr is not None
    said = process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    if os.waitstatus_to_exitcode(status):
        sys.exit(f"{' '.join(command)} failed: {said.decode(errors='replace')}")
    return wall, usage.ru_maxrss / 1024


def row(name: str, command: Sequence[str], runs: int, floor: float) -> None:
    """One line of the Markdown table."""
    results = [run(command) for _ in range(runs)]
    wall = statistics.median(w for w, _ in results)
    memory = max(m for _, m in results)
    print(f"| {name} | {wall:.2f} | {wall / floor:.1f} | {memory:.0f} |", flush=True)


def arguments(graph: Path) -> dict[str, list[str]]:
    """Arguments of every named question: the graph's most used entities, and its first paper that proposes one."""
    import kg

    with kg.open(graph) as opened:
        named = {
            kind: opened.query("top", type=kind, limit=1)[0]["name"]
            for kind in ("Task", "Method", "Dataset")
        }
        second = opened.query("top", type="Method", limit=2)[-1]["name"]
        paper = min(p.id for p in opened.papers() if p.abstract)
    task, method, dataset = named["Task"], named["Method"], named["Dataset"]
    return {
        "papers-with": [method],
        "shared-methods": [],
        "shared-datasets": [],
        "similar-papers": [paper],
        "methods-for-task": [task],
        "datasets-for-task": [task],
        "tasks-of-method": [method],
        "compared-with": [method],
        "built-on": [method],
        "co-used": [method],
        "methods-on-dataset": [dataset],
        "path": [task, second],
        "top": [],
        "untried": [task],
        "reused": [],
        "timeline": [method],
        "ambiguous": [],
    }


def questions(graph: Path, label: str, runs: int, floor: float) -> None:
    """A line for every question on a graph."""
    for name, values in arguments(graph).items():
        row(
            f"kg query {name}, {label}",
            [*KG, "query", name, *values, "-g", str(graph)],
            runs,
            floor,
        )


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    p.add_argument("--large", type=Path)
    p.add_argument("--runs", type=int, default=5)
    a = p.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        floor = statistics.median(run([sys.executable, "-c", "pass"])[0] for _ in range(a.runs))
        print("| command | seconds | times `python -c pass` | peak MiB |\n|---|---|---|---|")
        row("kg --help", [*KG, "--help"], a.runs, floor)
        row("kg build seeds", [*KG, "build", str(SEEDS), "-g", str(folder / "fresh.kg")], 1, floor)
        row(
            "kg build seeds, unchanged",
            [*KG, "build", str(SEEDS), "-g", str(folder / "fresh.kg")],
            a.runs,
            floor,
        )
        questions(folder / "fresh.kg", "seeds", a.runs, floor)
        if a.large:
            total = sum(1 for line in a.large.open(encoding="utf-8") if line.strip())
            part = folder / "part.jsonl"
            with a.large.open(encoding="utf-8") as f:
                part.write_text("".join(islice(f, total // 4)), encoding="utf-8")
            for source, papers in ((part, total // 4), (a.large, total)):
                graph = folder / f"{source.stem}.kg"
                command = [*KG, "build", str(source), "-g", str(graph)]
                row(f"kg build, {papers} papers", command, 1, floor)
            questions(folder / f"{a.large.stem}.kg", f"{total} papers", a.runs, floor)


if __name__ == "__main__":
    main()
