"""The slim graph in memory: ids, types, names and confidences; sentences stay in the store."""

from collections.abc import Iterable, Mapping
from typing import Any

import networkx as nx

from kg.schema import PAPER
from kg.store import Store
from kg.store.connect import decoding
from kg.store.tables import EDGE_TYPES

SlimEdge = tuple[str, str, str, str, float]
"""(head, tail, type, paper, confidence)."""


def slim_graph(store: Store) -> "nx.MultiDiGraph[str]":
    """The graph of `store` as a MultiDiGraph, nodes and edges in id order.

    A paper has `label="Paper"`, `title`, and where known `year` and `venue`; an entity `label` and `name`. An
    edge has the key `TYPE|paper id` and `type`, `paper`, `confidence`. Raises StoreError for a damaged file.
    """
    nodes: dict[str, dict[str, Any]] = {}
    for key, title, year, venue in store.slim_papers():
        known = {name: value for name, value in (("year", year), ("venue", venue)) if value}
        nodes[key] = {"label": PAPER.name, "title": title, **known}
    for key, type_, name in store.slim_entities():
        nodes[key] = {"label": type_, "name": name}
    ids = store.node_ids()
    with decoding(store.path):
        return graph_of(
            nodes,
            (
                (ids[head], ids[tail], EDGE_TYPES[code], ids[about], confidence)
                for head, code, tail, about, confidence in store.slim_edges()
            ),
        )


def graph_of(
    nodes: Mapping[str, dict[str, Any]], edges: Iterable[SlimEdge]
) -> "nx.MultiDiGraph[str]":
    """A slim graph of these nodes with their attributes, and these edges, in the given order."""
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    graph.add_nodes_from(nodes.items())
    for head, tail, type_, paper, confidence in edges:
        graph.add_edge(
            head, tail, f"{type_}|{paper}", type=type_, paper=paper, confidence=confidence
        )
    return graph
