"""Lines that no claim states: papers joined by what they share, methods joined by the papers that use both."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from math import log

from kg.viz.graph import PictureGraph

#: Ties drawn for one node: enough to see its neighbourhood, few enough to read.
STRONGEST = 4

_USING = ("PROPOSES", "USES")


@dataclass(frozen=True, slots=True)
class Tie:
    """Two nodes (`left` < `right`) and how many things join them; `weight` is higher the rarer these are."""

    left: str
    right: str
    count: int
    weight: float


def ties(graph: PictureGraph) -> list[Tie]:
    """All pairs of papers that share an entity, strongest first.

    Entities in more papers than `ceiling` don't count: what everybody uses joins nobody.
    """
    shared: dict[tuple[str, str], list[str]] = defaultdict(list)
    for entity in graph.entities:
        papers = sorted(n for n in graph.links.get(entity, ()) if n in graph.papers)
        if 1 < len(papers) <= ceiling(graph):
            for pair in combinations(papers, 2):
                shared[pair].append(entity)
    total = len(graph.papers) + 1
    return _sorted(
        Tie(left, right, len(entities), sum(log(total / graph.spread[e]) for e in sorted(entities)))
        for (left, right), entities in shared.items()
    )


def ceiling(graph: PictureGraph) -> int:
    """How many papers an entity may be in and still join two of them: the larger of 20 and 2 %."""
    return max(20, len(graph.papers) // 50)


def too_common(graph: PictureGraph) -> list[str]:
    """Names of the entities above the ceiling, the most common first."""
    high = [e for e in graph.entities if graph.spread.get(e, 0) > ceiling(graph)]
    return [graph.entities[e].name for e in sorted(high, key=graph.worth)]


def co_used(graph: PictureGraph) -> list[Tie]:
    """All pairs of methods that one paper proposes or uses both of, strongest first.

    Strongest is what occurs together more often than its parts let expect, and often: the number of papers
    times the logarithm of that ratio.
    """
    using: dict[str, set[str]] = defaultdict(set)
    for edge in graph.edges:
        entity = graph.entities.get(edge.tail)
        if entity is not None and entity.type == "Method" and edge.type in _USING:
            using[edge.head].add(edge.tail)
    papers = Counter(method for methods in using.values() for method in methods)
    pairs = Counter(pair for methods in using.values() for pair in combinations(sorted(methods), 2))
    total = len(graph.papers) + 1

    def weight(left: str, right: str, count: int) -> float:
        return count * log(1 + count * total / (papers[left] * papers[right]))

    least = 2 if sum(count > 1 for count in pairs.values()) >= 12 else 1
    return _sorted(
        Tie(left, right, count, weight(left, right, count))
        for (left, right), count in pairs.items()
        if count >= least
    )


def tied(found: list[Tie], limit: int) -> list[str]:
    """At most `limit` nodes, those with the strongest ties first; of one tie both, or one where 1 is the limit."""
    if limit == 1:
        return [tie.left for tie in found[:1]]
    chosen: dict[str, None] = {}
    for tie in found:
        new = {tie.left, tie.right} - chosen.keys()
        if len(chosen) + len(new) <= limit:
            chosen |= dict.fromkeys(sorted(new))
    return list(chosen)


def tied_near(found: list[Tie], start: list[str], depth: int, limit: int) -> list[str]:
    """At most `limit` nodes within `depth` ties of those in `start`, nearest and strongest first."""
    strength: dict[str, dict[str, float]] = defaultdict(dict)
    for tie in found:
        strength[tie.left][tie.right] = strength[tie.right][tie.left] = tie.weight
    chosen, ring = list(start), list(start)
    for _ in range(depth):
        reach: dict[str, float] = defaultdict(float)
        for node in ring:
            for other, weight in strength[node].items():
                reach[other] += weight
        ring = sorted(reach.keys() - set(chosen), key=lambda p: (-reach[p], p))
        chosen += ring
    return chosen[:limit]


def ties_among(found: list[Tie], nodes: list[str]) -> list[Tie]:
    """The ties to draw: for each of `nodes` its `STRONGEST` to another of them, strongest first."""
    among = set(nodes)
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


def _sorted(found: Iterable[Tie]) -> list[Tie]:
    return sorted(found, key=lambda t: (-round(t.weight, 6), t.left, t.right))
