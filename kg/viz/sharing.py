"""Papers joined by the tasks, methods and datasets that they share."""

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations
from math import log

from kg.viz.graph import PictureGraph

#: Ties drawn for one paper: enough to see its neighbourhood, few enough to read.
STRONGEST = 4


@dataclass(frozen=True, slots=True)
class Tie:
    """Two papers (`left` < `right`) and the entities that both name; `weight` is higher the rarer these are."""

    left: str
    right: str
    entities: tuple[str, ...]
    weight: float


def ties(graph: PictureGraph) -> list[Tie]:
    """All pairs of papers that share an entity, strongest first.

    Entities in more papers than the larger of 20 and 2 % don't count: what everybody uses joins nobody.
    """
    ceiling = max(20, len(graph.papers) // 50)
    shared: dict[tuple[str, str], list[str]] = defaultdict(list)
    for entity in graph.entities:
        papers = sorted(n for n in graph.links.get(entity, ()) if n in graph.papers)
        if 1 < len(papers) <= ceiling:
            for pair in combinations(papers, 2):
                shared[pair].append(entity)
    total = len(graph.papers) + 1
    found = [
        Tie(
            left,
            right,
            tuple(sorted(entities, key=lambda e: (graph.spread[e], e))),
            round(sum(log(total / graph.spread[e]) for e in entities), 6),
        )
        for (left, right), entities in shared.items()
    ]
    return sorted(found, key=lambda t: (-t.weight, t.left, t.right))


def tied_papers(found: list[Tie], limit: int) -> list[str]:
    """At most `limit` papers, those with the strongest ties first."""
    chosen: dict[str, None] = {}
    for tie in found:
        new = {tie.left, tie.right} - chosen.keys()
        if len(chosen) + len(new) <= limit:
            chosen |= dict.fromkeys(sorted(new))
    return list(chosen)


def papers_near(found: list[Tie], start: list[str], depth: int, limit: int) -> list[str]:
    """At most `limit` papers within `depth` ties of those in `start`, nearest and strongest first."""
    strength: dict[str, dict[str, float]] = defaultdict(dict)
    for tie in found:
        strength[tie.left][tie.right] = strength[tie.right][tie.left] = tie.weight
    chosen, ring = list(start), list(start)
    for _ in range(depth):
        reach: dict[str, float] = defaultdict(float)
        for paper in ring:
            for other, weight in strength[paper].items():
                reach[other] += weight
        ring = sorted(reach.keys() - set(chosen), key=lambda p: (-reach[p], p))
        chosen += ring
    return chosen[:limit]


def ties_among(found: list[Tie], papers: list[str]) -> list[Tie]:
    """The ties to draw: for each of `papers` its `STRONGEST` to another of them, strongest first."""
    among = set(papers)
    count: dict[str, int] = defaultdict(int)
    kept = []
    for tie in found:
        if tie.left not in among or tie.right not in among:
            continue
        if min(count[tie.left], count[tie.right]) < STRONGEST:
            kept.append(tie)
            count[tie.left] += 1
            count[tie.right] += 1
    return kept
