"""Which nodes a page opens with, and which further ones it holds for searching and unfolding."""

from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest

from kg.viz.graph import PictureGraph


def overview(graph: PictureGraph, limit: int) -> list[str]:
    """At most `limit` ids: the entities that most papers share, the papers joining the most of them, then
    other papers, then what these papers are about; all that is linked where it fits. Deterministic.
    """
    linked = [n for n in graph.ids() if n in graph.links]
    if len(linked) <= limit:
        return sorted(linked, key=graph.worth)
    ranked = sorted(graph.entities, key=graph.worth)
    shared = [e for e in ranked if graph.spread.get(e, 0) > 1][: max(1, limit * 11 // 20)]
    joins = Counter(
        paper for entity in shared for paper in graph.links.get(entity, ()) if paper in graph.papers
    )
    joining = sorted(joins, key=lambda p: (-joins[p], p))[: limit - len(shared)]
    chosen = _joined([*shared, *joining], graph)
    others = sorted((p for p in graph.papers if p in graph.links), key=graph.worth)
    # A paper that shares nothing takes room for itself and some of its entities.
    apart = [p for p in others if p not in chosen][: (limit - len(chosen)) // 6]
    chosen |= set(apart)
    for entity in _in_turn([*apart, *joining], graph):
        if len(chosen) >= limit:
            break
        chosen.add(entity)
    return sorted(chosen, key=graph.worth)


def around(graph: PictureGraph, centre: str, depth: int, limit: int) -> list[str]:
    """At most `limit` ids within `depth` steps of `centre`, nearest and most telling first."""
    chosen, ring = [centre], [centre]
    seen = {centre}
    for _ in range(depth):
        found = {other for node in ring for other in graph.links.get(node, ())} - seen
        ring = sorted(found, key=graph.worth)
        seen |= found
        chosen += ring
    return chosen[:limit]


def held(graph: PictureGraph, drawn: list[str], most: int) -> list[str]:
    """At most `most` ids that the page carries: those drawn, then ring by ring what surrounds them, then
    the rest; in each ring the papers first, so that as many titles as possible can be found.
    """
    chosen, ring = list(drawn), list(drawn)
    seen = set(drawn)
    while ring and len(chosen) < most:
        found = {other for node in ring for other in graph.links.get(node, ())} - seen
        ring = _papers_first(found, graph)
        seen |= found
        chosen += ring
    chosen += _papers_first(set(graph.ids()) - seen, graph)
    return chosen[:most]


def _papers_first(nodes: set[str], graph: PictureGraph) -> list[str]:
    papers = sorted(nodes & graph.papers.keys(), key=graph.worth)
    return [*papers, *sorted(nodes - graph.papers.keys(), key=graph.worth)]


def _in_turn(papers: list[str], graph: PictureGraph) -> Iterator[str]:
    """Entities of `papers`: the most telling of each paper, then the second of each, and so on."""
    lists = [
        sorted((n for n in graph.links.get(paper, ()) if n in graph.entities), key=graph.worth)
        for paper in papers
    ]
    for row in zip_longest(*lists):
        yield from (entity for entity in row if entity is not None)


def _joined(nodes: list[str], graph: PictureGraph) -> set[str]:
    """Those of `nodes` that another of them is linked to."""
    among = set(nodes)
    return {n for n in nodes if among & graph.links.get(n, {}).keys()}
