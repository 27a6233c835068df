"""GraphML, for Gephi, yEd, Cytoscape and `networkx.read_graphml`.

GraphML has no lists and no null: lists are joined by "; ", `extra` is JSON text, absent values are left out.
Characters that XML cannot hold are replaced one by one, so that offsets still fit.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, BinaryIO

import networkx as nx

from kg.export.graph import ExportGraph, edge_fields, edge_key, nodes
from kg.export.registry import file_kind

_NO_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


@file_kind("graphml", ".graphml", ".xml")
def write(graph: ExportGraph, stream: BinaryIO) -> None:
    """Writes one GraphML document."""
    network: nx.MultiDiGraph[str] = nx.MultiDiGraph()
    network.add_nodes_from((_text(id), _flat(fields)) for id, fields in nodes(graph))
    # In GraphML an edge's id is unique in the document, and Gephi drops edges whose id it has seen, while
    # our keys are unique between two nodes only. So edges go without an id and carry the key as data, which
    # is where networkx looks for it next.
    edges: Iterator[Any] = (
        (_text(e.head), _text(e.tail), n, {"key": _text(edge_key(e)), **_flat(edge_fields(e, w))})
        for n, (e, w) in enumerate(graph.edges)
    )
    network.add_edges_from(edges)
    # The writer of the standard library, also where lxml is there: equal bytes everywhere.
    writer = nx.GraphMLWriter(graph=network, prettyprint=True, encoding="utf-8")
    for element in writer.xml.iter("edge"):
        del element.attrib["id"]
    writer.dump(stream)


def _flat(fields: dict[str, Any]) -> dict[str, str | int | float]:
    flat: dict[str, str | int | float] = {}
    for name, value in fields.items():
        if isinstance(value, list):
            value = "; ".join(value)
        elif isinstance(value, dict):
            value = json.dumps(value, ensure_ascii=False, sort_keys=True) if value else ""
        if isinstance(value, str):
            value = _text(value)
        if value not in ("", None):
            flat[name] = value
    return flat


def _text(value: str) -> str:
    # A parser turns CR LF into one character, which would move all offsets behind it.
    return _NO_XML.sub("\ufffd", value).replace("\r", " ")
