"""Topics: papers and entities that belong together, found by community detection and named by what sets them apart."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from math import log

from kg.viz.graph import PictureGraph

#: Any fixed number gives the same topics each time.
SEED = 7
#: Entities that name a topic.
NAMES = 3


@dataclass(frozen=True, slots=True)
class Topic:
    """A topic's name, its papers in id order, and its entities, the most telling first."""

    name: str
    papers: tuple[str, ...]
    entities: tuple[str, ...]


def topics(graph: PictureGraph) -> list[Topic]:
    """The topics of `graph`, the one with the most papers first; papers that share nothing are in none.

    Louvain's method (Blondel et al. 2008) on papers and the entities that at least two of them name; an
    entity binds its papers the more, the rarer it is. Entities of one paper go where their paper goes.
    """
    import networkx as nx

    shared = [e for e in graph.entities if graph.spread.get(e, 0) > 1]
    names = [*graph.papers, *shared]
    # Numbers instead of ids: the order in sets of texts differs from run to run.
    index = {node: i for i, node in enumerate(names)}
    network: nx.Graph[int] = nx.Graph()
    for entity in shared:
        weight = log(1 + len(graph.papers) / graph.spread[entity])
        for paper in sorted(graph.links[entity].keys() & graph.papers.keys()):
            network.add_edge(index[paper], index[entity], weight=weight)
    found = nx.community.louvain_communities(network, seed=SEED) if network else []
    least = 2 if len(graph.papers) < 500 else 5
    groups = [sorted(names[i] for i in group) for group in found]
    made = [_topic(graph, group) for group in groups]
    kept = [topic for topic in made if len(topic.papers) >= least]
    return sorted(kept, key=lambda t: (-len(t.papers), t.papers))


def topic_of(graph: PictureGraph, found: list[Topic]) -> dict[str, int]:
    """Node id -> the number of its topic; nodes in none are absent."""
    of = {node: n for n, topic in enumerate(found) for node in (*topic.papers, *topic.entities)}
    for entity in graph.entities:
        if entity not in of:
            near = Counter(of[n] for n in graph.links.get(entity, ()) if n in of)
            if near:
                of[entity] = min(near, key=lambda n: (-near[n], n))
    return of


def _topic(graph: PictureGraph, group: list[str]) -> Topic:
    papers = [n for n in group if n in graph.papers]
    telling = tellingness(graph, papers)
    entities = sorted((n for n in group if n in graph.entities), key=lambda e: (-telling[e], e))
    return Topic(_name(graph, entities), tuple(papers), tuple(entities))


def tellingness(graph: PictureGraph, papers: list[str]) -> dict[str, float]:
    """Entity -> how much it sets `papers` apart: its share of them against its share of all papers."""
    inside: dict[str, float] = defaultdict(float)
    counts = Counter(
        n for paper in papers for n in graph.links.get(paper, ()) if n in graph.entities
    )
    for entity, count in counts.items():
        share, overall = count / len(papers), graph.spread[entity] / len(graph.papers)
        inside[entity] = count * log(share / overall) + 0.01 * count
    return inside


def _name(graph: PictureGraph, entities: list[str]) -> str:
    chosen: list[str] = []
    for entity in entities:
        name = graph.entities[entity].name
        folded = [c.casefold() for c in chosen]
        # "diffusion" beside "diffusion models" would say nothing new.
        if not any(name.casefold() in c or c in name.casefold() for c in folded):
            chosen.append(name)
        if len(chosen) == NAMES:
            break
    return " · ".join(chosen)
