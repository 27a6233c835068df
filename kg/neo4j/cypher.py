"""Cypher as users write it, run by Neo4j."""

from collections.abc import Mapping
from typing import Any

from neo4j import graph

from kg.cypher.values import Node, Path, Relationship, Result, in_order
from kg.neo4j.connect import Database


def run(
    database: Database, query: str, parameters: Mapping[str, Any], *, write: bool = False
) -> Result:
    """The server's answer; without `write` it refuses to change anything, whatever the query says.

    Raises QueryError with the server's message and the place of a mistake.
    """
    found = database.run(query, parameters, write=write)
    rows = [{name: _value(record[name]) for name in found.keys} for record in found.records]
    counters = found.summary.counters
    changed = [
        f"{count} {name.replace('_', ' ')}"
        for name, count in vars(counters).items()
        if isinstance(count, int) and not isinstance(count, bool) and count
    ]
    return Result(list(found.keys), rows, tuple([", ".join(sorted(changed))] if changed else ()))


def _value(value: Any) -> Any:
    match value:
        case graph.Node():
            return _node(value)
        case graph.Relationship():
            return _relationship(value)
        case graph.Path():
            return Path(
                tuple(map(_node, value.nodes)), tuple(map(_relationship, value.relationships))
            )
        case dict():
            return {name: _value(item) for name, item in value.items()}
        case list():
            return [_value(item) for item in value]
        case _:
            return value


def _node(node: graph.Node) -> Node:
    return Node(node.element_id, in_order(node.labels), dict(node))


def _relationship(found: graph.Relationship) -> Relationship:
    start = found.start_node.element_id if found.start_node else ""
    return Relationship(found.type, start, dict(found))
