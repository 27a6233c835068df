"""Which nodes a page opens with, and which further ones it holds for searching and unfolding."""

from collections import Counter

from kg.viz.graph import PictureGraph


def overview(graph: PictureGraph, limit: int) -> list[str]:
    """At most `limit` ids: the entities that most papers share, the papers joining the most of them, and
    what these papers are about; all that is linked at all where it fits. Deterministic.
    """
    linked = [n for n in graph.ids() if n in graph.links]
    if len(linked) <= limit:
        return sorted(linked, key=graph.worth)
    ranked = sorted(graph.entities, key=graph.worth)
    shared = [e for e in ranked if graph.spread.get(e, 0) > 1][: max(1, limit * 11 // 20)]
    # Where papers share nothing, each one's main entity stands for it.
    shared = shared or ranked[: max(1, limit // 2)]
    joins = Counter(
        paper for entity in shared for paper in graph.links.get(entity, ()) if paper in graph.papers
    )
    joining = sorted(joins, key=lambda p: (-joins[p], p))[: limit - len(shared)]
    chosen = _joined([*shared, *joining], graph)
    room = limit - len(chosen)
    about = {e for p in joining for e in graph.links.get(p, ())} - chosen
    chosen |= set(sorted(about, key=graph.worth)[:room])
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


def _joined(nodes: list[str], graph: PictureGraph) -> set[str]:
    among = set(nodes)
    return {n for n in nodes if among & graph.links.get(n, {}).keys()} or among
