"""What a database holds of ours, and how it differs from what it should hold."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from kg.errors import ServerError
from kg.neo4j.connect import Database
from kg.property_graph import (
    EDGE_PROPERTIES,
    ENTITY,
    ENTITY_PROPERTIES,
    PAPER_PROPERTIES,
    Nodes,
    Properties,
    Relationship,
    labels,
)
from kg.schema import ENTITY_TYPES, LOADED_BY, PAPER, RELATION_TYPES, ROLES, edge_type

EDGE_TYPES: Final = (*(edge_type(role) for role in ROLES), *RELATION_TYPES)

_NODES: Final = """MATCH (n:{label}) WHERE n.loaded_by = $mark
RETURN n.id AS id, labels(n) AS labels, n {{{properties}}} AS properties"""

_FOREIGN: Final = """MATCH (n:{label}) WHERE coalesce(n.loaded_by, '') <> $mark AND n.id IS NOT NULL
RETURN n.id AS id"""

_EDGES: Final = """MATCH (a:{head})-[r]->(b:{ENTITY})
WHERE a.loaded_by = $mark AND b.loaded_by = $mark AND r.paper IS NOT NULL AND type(r) IN $types
RETURN elementId(r) AS element, type(r) AS type, a.id AS head, b.id AS tail, r {{{properties}}} AS properties"""


@dataclass(slots=True)
class NodeChanges:
    """What is to be done with nodes, by label: rows (id, properties), ids to remove, how many stay."""

    create: dict[str, list[Any]] = field(default_factory=dict)
    update: dict[str, list[Any]] = field(default_factory=dict)
    remove: dict[str, list[Any]] = field(default_factory=dict)
    unchanged: Counter[str] = field(default_factory=Counter)


class EdgeKey(NamedTuple):
    """What tells our relationships apart; an entity may be called what a paper's id is."""

    of_paper: bool
    type: str
    head: str
    tail: str
    paper: str


def edge_key(relationship: Relationship) -> EdgeKey:
    """The key of a relationship that is wanted."""
    label, type, _, head, tail, paper = relationship
    return EdgeKey(label == PAPER.name, type, head, tail, paper)


def node_changes(database: Database, nodes: Nodes) -> NodeChanges:
    """How our nodes differ; None takes a property away.

    Raises ServerError where another's node has the label and the id of one of ours.
    """
    change = NodeChanges()
    for label, kinds in ((PAPER.name, (PAPER.name,)), (ENTITY, tuple(ENTITY_TYPES))):
        wanted = {
            id: (kind, properties) for kind in kinds for id, properties in nodes[kind].items()
        }
        _refuse_taken(database, label, wanted)
        known = PAPER_PROPERTIES if label == PAPER.name else ENTITY_PROPERTIES
        query = _NODES.format(label=label, properties=_projected(known))
        for record in database.read(query, mark=LOADED_BY):
            kind, properties = wanted.pop(record["id"], ("", {}))
            found = {k: v for k, v in record["properties"].items() if v is not None}
            if not kind:
                change.remove.setdefault(_kind(record["labels"]), []).append(record["id"])
            elif found == properties and set(labels(kind)) <= set(record["labels"]):
                change.unchanged[kind] += 1
            else:
                row = [record["id"], difference(found, properties)]
                change.update.setdefault(kind, []).append(row)
        for id, (kind, properties) in wanted.items():
            change.create.setdefault(kind, []).append([id, properties])
    return change


def relationships_found(
    database: Database,
) -> tuple[dict[EdgeKey, tuple[str, Properties]], list[tuple[str, str]]]:
    """Our relationships as (element id, properties), and (type, element id) of those there twice."""
    found: dict[EdgeKey, tuple[str, Properties]] = {}
    twice = []
    for head in (PAPER.name, ENTITY):
        query = _EDGES.format(head=head, ENTITY=ENTITY, properties=_projected(EDGE_PROPERTIES))
        for record in database.read(query, mark=LOADED_BY, types=list(EDGE_TYPES)):
            properties = {k: v for k, v in record["properties"].items() if v is not None}
            ends = record["head"], record["tail"], properties["paper"]
            key = EdgeKey(head == PAPER.name, record["type"], *ends)
            if key in found:
                twice.append((key.type, record["element"]))
            else:
                found[key] = (record["element"], properties)
    return found, twice


def difference(found: Properties, wanted: Properties) -> Properties:
    """The properties to set so that `found` becomes `wanted`; None takes one away."""
    gone = dict.fromkeys(found.keys() - wanted.keys())
    return gone | {name: value for name, value in wanted.items() if found.get(name) != value}


def _refuse_taken(database: Database, label: str, wanted: Mapping[str, Any]) -> None:
    query = _FOREIGN.format(label=label)
    taken = sorted(
        str(record["id"])
        for record in database.read(query, mark=LOADED_BY)
        if record["id"] in wanted
    )
    if taken:
        more = f" and {len(taken) - 1} more" if len(taken) > 1 else ""
        raise ServerError(
            f"{database.where}: a node that kg load did not make is labelled {label} and has the id"
            f" {taken[0][:100]!r}{more}; load into another database or change that node"
        )


def _projected(names: Iterable[str]) -> str:
    return ", ".join(f".{name}" for name in names)


def _kind(found: Iterable[str]) -> str:
    """The type that labels tell; our nodes have but one."""
    return next((kind for kind in (PAPER.name, *ENTITY_TYPES) if kind in found), ENTITY)
