"""A folder of CSV files for `neo4j-admin database import full`: papers, entities, and their relationships.

Made with the same properties as `kg load` writes, so that a later load finds nothing to change. Members of lists
are separated by U+001F, because names hold every printable sign; docs/neo4j.md has the command.
"""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from kg.export.graph import ExportGraph
from kg.export.registry import folder_kind
from kg.property_graph import (
    EDGE_PROPERTIES,
    ENTITY,
    ENTITY_PROPERTIES,
    PAPER_PROPERTIES,
    edge_properties,
    entity_properties,
    forms_by_node,
    labels,
    paper_properties,
    relationship,
)
from kg.schema import LOADED_BY, PAPER

_PAPERS, _ENTITIES, _ROLES, _RELATIONS = "papers.csv", "entities.csv", "roles.csv", "relations.csv"
_SEPARATOR: Final = "\x1f"
_TYPES: Final = {
    "STRING": "string",
    "INTEGER": "long",
    "FLOAT": "double",
    "LIST<STRING>": "string[]",
}

Row = dict[str, Any]


@folder_kind("neo4j-csv", _PAPERS, _ENTITIES, _ROLES, _RELATIONS)
def write(graph: ExportGraph, folder: Path) -> None:
    """Writes the four files, UTF-8, each with the heading that the import tool reads."""
    forms = forms_by_node(graph.forms)
    papers = (_node(labels(PAPER.name), paper_properties(p, forms[p.id])) for p in graph.papers)
    entities = (_node(labels(e.type), entity_properties(e, forms[e.id])) for e in graph.entities)
    _write(folder / _PAPERS, _node_heading(PAPER.name, PAPER_PROPERTIES), papers)
    _write(folder / _ENTITIES, _node_heading(ENTITY, ENTITY_PROPERTIES), entities)
    for name, space, of_papers in ((_ROLES, PAPER.name, True), (_RELATIONS, ENTITY, False)):
        edges = (
            {**edge_properties(edge, where), **_ends(relationship(edge))}
            for edge, where in graph.edges
            if (edge.head == edge.paper) == of_papers
        )
        _write(folder / name, _edge_heading(space), edges)


def _node(named: Iterable[str], properties: Mapping[str, Any]) -> Row:
    return {**properties, "loaded_by": LOADED_BY, ":LABEL": list(named)}


def _ends(of: Any) -> Row:
    return {":START_ID": of.head, ":END_ID": of.tail, ":TYPE": of.type}


def _node_heading(space: str, properties: Mapping[str, str]) -> dict[str, str]:
    """Heading by the name of the field."""
    typed = {name: f"{name}:{_TYPES[type]}" for name, type in properties.items()}
    return {**typed, "id": f"id:ID({space})", "loaded_by": "loaded_by:string", ":LABEL": ":LABEL"}


def _edge_heading(space: str) -> dict[str, str]:
    ends = {":START_ID": f":START_ID({space})", ":END_ID": f":END_ID({ENTITY})", ":TYPE": ":TYPE"}
    return {**ends, **{name: f"{name}:{_TYPES[type]}" for name, type in EDGE_PROPERTIES.items()}}


def _write(path: Path, heading: Mapping[str, str], rows: Iterable[Row]) -> None:
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(heading.values())
        writer.writerows(list(_cells(row, list(heading))) for row in rows)


def _cells(row: Row, names: Sequence[str]) -> Iterator[Any]:
    for name in names:
        value = row.get(name)
        if isinstance(value, list):
            yield _SEPARATOR.join(item.replace(_SEPARATOR, " ") for item in value)
        else:
            yield value
