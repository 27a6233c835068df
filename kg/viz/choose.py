"""Which nodes a page opens with; it holds all the others for searching and unfolding."""

from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest

from kg.viz.communities import Topic
from kg.viz.graph import PictureGraph

#: Topics shown at first: as many islands as a window holds with readable names.
TOPICS = 12


def overview(graph: PictureGraph, found: list[Topic], limit: int) -> list[str]:
    """At most `limit` ids: the entities that most papers share, topic by topic, and where few are shared
    also the papers that join them and what these are about. All that is linked where it fits. Deterministic.
    """
    linked = [n for n in graph.ids() if n in graph.links]
    if len(linked) <= limit:
        return sorted(linked, key=graph.worth)
    shared = sorted((e for e in graph.entities if graph.spread.get(e, 0) > 1), key=graph.worth)
    if sum(len(topic.entities) for topic in found[:TOPICS]) >= limit:
        return _by_topic(graph, found[:TOPICS], shared, limit)
    return _with_papers(graph, shared, limit)


def _by_topic(graph: PictureGraph, found: list[Topic], shared: list[str], limit: int) -> list[str]:
    """Half of them the most shared of all, the other half the most telling of each topic in turn."""
    inside = {entity for topic in found for entity in topic.entities}
    chosen = dict.fromkeys([e for e in shared if e in inside][: limit // 2])
    for row in zip_longest(*(topic.entities for topic in found)):
        for entity in row:
            if entity is not None and len(chosen) < limit:
                chosen.setdefault(entity)
    return sorted(chosen, key=graph.worth)


def _with_papers(graph: PictureGraph, shared: list[str], limit: int) -> list[str]:
    shared = shared[: max(1, limit * 11 // 20)]
    joins = Counter(
        paper for entity in shared for paper in graph.links.get(entity, ()) if paper in graph.papers
    )
    joining = sorted(joins, key=lambda p: (-joins[p], p))[: limit - len(shared)]
    chosen = _joined([*shared, *joining], graph)
    rest = sorted((n for n in graph.links if n not in chosen), key=graph.worth)
    rest.sort(key=lambda n: n not in graph.papers)
    # What shares nothing takes room for itself and some of its entities: a paper, or in the end an entity
    # that only other entities are joined to. Those drawn already come first where there is little room.
    least = 0
    while (room := limit - len(chosen)) > least and (rest := [n for n in rest if n not in chosen]):
        apart = rest[: max(least, room // 6)]
        chosen |= set(apart)
        for entity in _in_turn([*apart, *joining], graph):
            if len(chosen) >= limit:
                break
            chosen.add(entity)
        least = 1
    # Where one node is all there is room for, nothing is joined.
    return sorted(chosen or graph.links, key=graph.worth)[:limit]


def of_topic(graph: PictureGraph, topic: Topic, limit: int) -> list[str]:
    """At most `limit` ids that show a topic: its most telling entities, and the papers with the most of them."""
    entities = [e for e in topic.entities if graph.spread.get(e, 0) > 1][: limit * 3 // 5]
    among = set(entities)
    papers = sorted(topic.papers, key=lambda p: (-len(among & graph.links.get(p, {}).keys()), p))
    return [*entities, *papers[: limit - len(entities)]]


def around(graph: PictureGraph, centre: str, depth: int) -> list[str]:
    """The ids within `depth` steps of `centre`, nearest and most telling first."""
    chosen, ring = [centre], [centre]
    seen = {centre}
    for _ in range(depth):
        found = {other for node in ring for other in graph.links.get(node, ())} - seen
        ring = sorted(found, key=graph.worth)
        seen |= found
        chosen += ring
    return chosen


def _in_turn(nodes: list[str], graph: PictureGraph) -> Iterator[str]:
    """Entities linked to `nodes`: the most telling of each node, then the second of each, and so on."""
    lists = [
        sorted((n for n in graph.links.get(node, ()) if n in graph.entities), key=graph.worth)
        for node in nodes
    ]
    for row in zip_longest(*lists):
        yield from (entity for entity in row if entity is not None)


def _joined(nodes: list[str], graph: PictureGraph) -> set[str]:
    """Those of `nodes` that another of them is linked to."""
    among = set(nodes)
    return {n for n in nodes if among & graph.links.get(n, {}).keys()}
