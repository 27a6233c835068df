"""Node-link JSON, as `networkx.node_link_graph(data, edges="edges")` reads it."""

import json
from typing import BinaryIO

import networkx as nx

from kg.export.graph import ExportGraph, edge_fields, edge_key, nodes
from kg.export.registry import file_kind


@file_kind("node-link", ".json")
def write(graph: ExportGraph, stream: BinaryIO) -> None:
    """Writes one JSON document; absent values are null, lists are lists."""
    network: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    network.add_nodes_from(nodes(graph))
    for edge, where in graph.edges:
        network.add_edge(edge.head, edge.tail, edge_key(edge), **edge_fields(edge, where))
    data = nx.node_link_data(network, edges="edges")
    for piece in json.JSONEncoder(ensure_ascii=False, indent=1).iterencode(data):
        stream.write(piece.encode("utf-8", "backslashreplace"))
    stream.write(b"\n")
