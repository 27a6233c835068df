"""JSON Lines: a line a node, then a line an edge, with the same keys in every line of a kind.

`{"kind": "node", "id", "label", ...}`, `{"kind": "edge", "source", "target", "type", "paper", ...}`.
"""

import json
from collections.abc import Iterator
from typing import Any, BinaryIO

from kg.export.graph import ExportGraph, edge_fields, nodes
from kg.export.registry import file_kind


@file_kind("jsonl", ".jsonl", ".ndjson")
def write(graph: ExportGraph, stream: BinaryIO) -> None:
    """Writes one JSON object a line."""
    for line in _lines(graph):
        text = json.dumps(line, ensure_ascii=False) + "\n"
        stream.write(text.encode("utf-8", "backslashreplace"))


def _lines(graph: ExportGraph) -> Iterator[dict[str, Any]]:
    for id, fields in nodes(graph):
        yield {"kind": "node", "id": id, **fields}
    for edge, where in graph.edges:
        ends = {"source": edge.head, "target": edge.tail}
        yield {"kind": "edge", **ends, **edge_fields(edge, where)}
