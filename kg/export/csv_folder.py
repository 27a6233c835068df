"""A folder of CSV files: papers.csv, entities.csv, edges.csv. Lists are joined by "; ", `extra` is JSON."""

import csv
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from kg.export.graph import ExportGraph, edge_fields, entity_fields, paper_fields
from kg.export.registry import folder_kind

_PAPERS, _ENTITIES, _EDGES = "papers.csv", "entities.csv", "edges.csv"
_PAPER = ("id", "title", "year", "venue", "authors", "url", "ids", "abstract", "extra")
_ENTITY = ("id", "type", "name", "aliases")
_EDGE = ("head", "type", "tail", "paper", "confidence", "sentence", "start", "end")
_MENTION = ("head_start", "head_end", "tail_start", "tail_end")


@folder_kind("csv", _PAPERS, _ENTITIES, _EDGES)
def write(graph: ExportGraph, folder: Path) -> None:
    """Writes the three files, UTF-8, each with a heading; absent values are empty."""
    _write(folder / _PAPERS, _PAPER, ({"id": p.id, **paper_fields(p)} for p in graph.papers))
    entities = ({"id": e.id, "type": e.type, **entity_fields(e)} for e in graph.entities)
    _write(folder / _ENTITIES, _ENTITY, entities)
    edges = ({"head": e.head, "tail": e.tail, **edge_fields(e, w)} for e, w in graph.edges)
    _write(folder / _EDGES, _EDGE + _MENTION, edges)


def _write(path: Path, columns: tuple[str, ...], rows: Iterable[dict[str, Any]]) -> None:
    with path.open("w", encoding="utf-8", errors="backslashreplace", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(_cells(row, columns) for row in rows)


def _cells(row: dict[str, Any], columns: tuple[str, ...]) -> Iterator[Any]:
    for column in columns:
        value = row[column]
        if isinstance(value, list):
            yield "; ".join(value)
        elif isinstance(value, dict):
            yield json.dumps(value, ensure_ascii=False, sort_keys=True) if value else ""
        else:
            yield value
