"""Time and memory of resolution, and of adding one paper to a built graph, by number of papers.

    python benchmarks/resolution.py CLAIMS.jsonl... [--papers 4288,6940,100000] [--add]

CLAIMS are as `kg extract` writes them. More papers than they hold are made by repeating them: what a copy proposes
gets a new name, as new papers do, and what it uses keeps its own, so that names grow with papers as they do in
a real corpus. Sizes run in a process each, so that peak memory is theirs; times are of the processor.
"""

import argparse
import json
import multiprocessing
import resource
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import cycle, islice
from pathlib import Path
from typing import Any

Record = dict[str, Any]


def enlarged(records: Sequence[Record], count: int) -> Iterator[Record]:
    """`count` records: the given ones, then copies whose proposals have new names."""
    for n, record in enumerate(islice(cycle(records), count)):
        turn = n // len(records)
        yield record if turn == 0 else _copy(record, turn)


def _copy(record: Record, turn: int) -> Record:
    new = {
        e["name"]: f"{e['name']} {_letters(turn)}"
        for e in record["entities"]
        if e["role"].lower() == "proposes"
    }
    entities = [
        {
            **entity,
            "name": new.get(entity["name"], entity["name"]),
            "mentions": [new.get(m, m) for m in entity.get("mentions", [])],
            "spans": [],
        }
        for entity in record["entities"]
    ]
    relations = [[new.get(h, h), kind, new.get(t, t)] for h, kind, t in record["relations"]]
    text = record.get("abstract") or record.get("raw") or record.get("text") or ""
    return {
        "id": f"{record['id']}-{turn}",
        "abstract": f"{text} ({turn})",
        "entities": entities,
        "relations": relations,
    }


def _letters(number: int) -> str:
    return "".join(chr(ord("a") + int(digit)) for digit in str(number))


def resolution(files: Sequence[Path], count: int) -> Record:
    """Seconds and peak memory of resolving the claims of `count` papers."""
    from kg.resolve import Claim, resolve

    claims = [
        Claim(
            record["id"],
            entity["type"],
            entity["name"],
            tuple(dict.fromkeys((entity["name"], *entity.get("mentions", ())))),
            entity["role"].lower() == "proposes",
        )
        for record in enlarged(_records(files), count)
        for entity in record["entities"]
    ]
    before, start = _megabytes(), time.process_time()
    found = resolve(claims)
    return {
        "papers": count,
        "claims": len(claims),
        "entities": len(found.entities),
        "seconds": round(time.process_time() - start, 2),
        "megabytes_of_claims": before,
        "megabytes": _megabytes(),
    }


def adding_one(files: Sequence[Path], count: int) -> Record:
    """Seconds of adding one paper to a graph of `count`."""
    from kg.build import build

    with tempfile.TemporaryDirectory() as folder:
        claims, one, graph = (Path(folder) / name for name in ("all.jsonl", "one.jsonl", "g.kg"))
        with claims.open("w", encoding="utf-8") as stream:
            stream.writelines(
                json.dumps(record) + "\n" for record in enlarged(_records(files), count)
            )
        start = time.process_time()
        build([claims], graph=graph, extractor=None, claims=True)
        whole = time.process_time() - start
        record = next(enlarged(_records(files), 1))
        one.write_text(json.dumps({**_copy(record, 10**6), "id": "one-more"}), encoding="utf-8")
        start, clock = time.process_time(), time.perf_counter()
        report = build([one], graph=graph, extractor=None, claims=True)
        return {
            "papers": report.papers,
            "build_seconds": round(whole, 2),
            "add_seconds": round(time.process_time() - start, 2),
            "add_clock_seconds": round(time.perf_counter() - clock, 2),
            "megabytes": _megabytes(),
        }


def _records(files: Sequence[Path]) -> list[Record]:
    records = []
    for path in files:
        with path.open(encoding="utf-8") as stream:
            records += [json.loads(line) for line in stream]
    return records


def _megabytes() -> int:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak // (1024 * 1024 if sys.platform == "darwin" else 1024)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("claims", nargs="+", type=Path)
    parser.add_argument("--papers", default="4288,6940,100000")
    parser.add_argument("--add", action="store_true", help="measure adding one paper instead")
    given = parser.parse_args()
    for count in map(int, given.papers.split(",")):
        work = adding_one if given.add else resolution
        with multiprocessing.get_context("spawn").Pool(1) as pool:
            print(json.dumps(pool.apply(work, (given.claims, count))), flush=True)


if __name__ == "__main__":
    main()
