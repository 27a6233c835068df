"""The graph as every export kind sees it: nodes and edges in id order, edges with their sentences."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from kg.evidence import evidence
from kg.records import Edge, EntityNode, Evidence, PaperNode


class GraphSource(Protocol):
    """What an export needs of a store; all three in id order."""

    def papers(self) -> Iterable[PaperNode]: ...

    def entities(self) -> Iterable[EntityNode]: ...

    def edges(self) -> Iterable[Edge]: ...

    def forms(self) -> Iterable[tuple[str, str, bool]]: ...


@dataclass(frozen=True, slots=True)
class ExportGraph:
    """All nodes, edges each with where it is stated, and the forms that find a node by name."""

    papers: Sequence[PaperNode]
    entities: Sequence[EntityNode]
    edges: Sequence[tuple[Edge, Evidence]]
    forms: Sequence[tuple[str, str, bool]]


def read_graph(store: GraphSource) -> ExportGraph:
    """The graph of a store, held in memory."""
    papers, edges = list(store.papers()), list(store.edges())
    abstracts = {p.id: p.abstract for p in papers}
    # Paper by paper, so that each abstract is cleaned once.
    order = sorted(range(len(edges)), key=lambda i: edges[i].paper)
    found: list[Any] = [None] * len(edges)
    for i in order:
        found[i] = evidence(abstracts[edges[i].paper], edges[i])
    stated = list(zip(edges, found, strict=True))
    return ExportGraph(papers, list(store.entities()), stated, list(store.forms()))


def paper_fields(paper: PaperNode) -> dict[str, Any]:
    """A paper's attributes but its id; lists as lists, absent ones as None or empty."""
    return {
        "title": paper.title,
        "year": paper.year,
        "venue": paper.venue,
        "authors": list(paper.authors),
        "url": paper.url,
        "ids": list(paper.ids),
        "abstract": paper.abstract,
        "extra": dict(paper.extra),
    }


def entity_fields(entity: EntityNode) -> dict[str, Any]:
    """An entity's attributes but its id."""
    return {"name": entity.name, "aliases": list(entity.aliases)}


def edge_fields(edge: Edge, where: Evidence) -> dict[str, Any]:
    """An edge's attributes but its ends.

    `start` and `end` bound the sentence, the others the mentions, all as offsets into the abstract as given;
    an edge from a paper has no head mention.
    """
    head, tail = edge.head_span or (None, None), edge.tail_span or (None, None)
    return {
        "type": edge.type,
        "paper": edge.paper,
        "confidence": edge.confidence,
        "sentence": where.sentence,
        "start": where.start,
        "end": where.end,
        "head_start": head[0],
        "head_end": head[1],
        "tail_start": tail[0],
        "tail_end": tail[1],
    }


def nodes(graph: ExportGraph) -> Iterator[tuple[str, dict[str, Any]]]:
    """(id, attributes with the label) of every node, papers first."""
    for paper in graph.papers:
        yield paper.id, {"label": "Paper", **paper_fields(paper)}
    for entity in graph.entities:
        yield entity.id, {"label": entity.type, **entity_fields(entity)}


def edge_key(edge: Edge) -> str:
    """The edge's key in a MultiDiGraph, unique between two nodes."""
    return f"{edge.type}|{edge.paper}"
