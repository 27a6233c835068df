"""The slim graph in memory: ids, types, names and confidences; sentences stay in the store."""

import networkx as nx

from kg.schema import PAPER
from kg.store import Store
from kg.store.tables import EDGE_TYPES


def slim_graph(store: Store) -> "nx.MultiDiGraph[str]":
    """The graph of `store` as a MultiDiGraph, nodes and edges in id order.

    A paper has `label="Paper"`, `title`, and where known `year` and `venue`; an entity `label` and `name`. An
    edge has the key `TYPE|paper id` and `type`, `paper`, `confidence`.
    """
    graph: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    for key, title, year, venue in store.slim_papers():
        known = {name: value for name, value in (("year", year), ("venue", venue)) if value}
        graph.add_node(key, label=PAPER.name, title=title, **known)
    for key, type_, name in store.slim_entities():
        graph.add_node(key, label=type_, name=name)
    ids = store.node_ids()
    for head, code, tail, about, confidence in store.slim_edges():
        type_, paper = EDGE_TYPES[code], ids[about]
        graph.add_edge(
            ids[head],
            ids[tail],
            f"{type_}|{paper}",
            type=type_,
            paper=paper,
            confidence=confidence,
        )
    return graph
