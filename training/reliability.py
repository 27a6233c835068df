"""How far confidences can be believed: `python -m training.reliability GOLD.jsonl`.

Per band of confidence, how many entities (with role) and relations were claimed, their mean confidence and the share
that is right; and the expected calibration error (the bands' mean gap, weighted by size).
"""

import argparse
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import extractors
from kg.evaluate import form
from kg.records import Extraction
from kg.schema import relation_name
from training.data import read

BANDS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.01)


def judged(
    extraction: Extraction, gold: dict[str, Any]
) -> tuple[list[tuple[float, bool]], list[tuple[float, bool]]]:
    """(confidence, right) of each entity claim (type and role right) and of each relation claim."""
    free = list(gold["entities"])
    names: dict[str, str] = {}
    entities = []
    for claim in extraction.entities:
        mine = {form(n) for n in (claim.name, *claim.mentions, *claim.aliases)}
        hit = next(
            (
                e
                for e in free
                if e["type"] == claim.type and mine & {form(n) for n in (e["name"], *e["mentions"])}
            ),
            None,
        )
        if hit is not None:
            free.remove(hit)
            names[claim.name] = hit["name"]
        entities.append((claim.confidence, hit is not None and hit["role"] == claim.role))
    stated = set()
    for head, kind, tail in gold["relations"]:
        stated.add((head, relation_name(kind), tail))
        if relation_name(kind) == "COMPARED_WITH":
            stated.add((tail, "COMPARED_WITH", head))
    relations = [
        (r.confidence, (names.get(r.head), r.type, names.get(r.tail)) in stated)
        for r in extraction.relations
    ]
    return entities, relations


def table(title: str, rows: Sequence[tuple[float, bool]]) -> str:
    """The bands as a Markdown table, ending with the expected calibration error."""
    lines = [f"| {title} | claims | mean confidence | right |", "|---|---|---|---|"]
    gap = 0.0
    for low, high in pairwise(BANDS):
        band = [r for r in rows if low <= r[0] < high]
        if band:
            mean = sum(c for c, _ in band) / len(band)
            right = sum(ok for _, ok in band) / len(band)
            gap += abs(mean - right) * len(band) / len(rows)
            lines.append(
                f"| {low:.1f}-{min(high, 1.0):.1f} | {len(band)} | {mean:.2f} | {right:.2f} |"
            )
    return "\n".join([*lines, f"\nExpected calibration error: {gap:.3f}\n"])


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    p.add_argument("gold", type=Path)
    a = p.parse_args()
    gold = read(a.gold)
    found = extractors.load().extract(g.get("raw") or g["text"] for g in gold)
    entities, relations = [], []
    for extraction, g in zip(found, gold, strict=True):
        e, r = judged(extraction, g)
        entities += e
        relations += r
    print(table("entity with role", entities))
    print(table("relation", relations))


if __name__ == "__main__":
    main()
