"""What a database holds of ours, and how it differs from what it should hold."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

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
RETURN elementId(r) AS element, labels(a) AS head_labels, type(r) AS type, labels(b) AS tail_labels,
  a.id AS head, b.id AS tail, r {{{properties}}} AS properties"""


@dataclass(slots=True)
class Change:
    """What is to be done: rows by label, and by (head label, type, tail label)."""

    create: dict[Any, list[Any]] = field(default_factory=dict)
    update: dict[Any, list[Any]] = field(default_factory=dict)
    remove: dict[Any, list[Any]] = field(default_factory=dict)
    unchanged: dict[Any, int] = field(default_factory=dict)

    @property
    def parts(self) -> tuple[dict[Any, Any], ...]:
        """What is created, updated, removed, and how many are unchanged."""
        return self.create, self.update, self.remove, self.unchanged


def node_changes(database: Database, nodes: Nodes) -> Change:
    """How our nodes differ. A row is (id, properties to set, None for those to take away), or an id to remove.

    Raises ServerError where another's node has the label and the id of one of ours.
    """
    change = Change()
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
                change.unchanged[kind] = change.unchanged.get(kind, 0) + 1
            else:
                row = [record["id"], _difference(found, properties)]
                change.update.setdefault(kind, []).append(row)
        for id, (kind, properties) in wanted.items():
            change.create.setdefault(kind, []).append([id, properties])
    return change


def edge_changes(database: Database, relationships: Mapping[Relationship, Properties]) -> Change:
    """How our relationships differ. A row is (head id, tail id, paper id, properties), or an element id."""
    change = Change()
    wanted = dict(relationships)
    for head in (PAPER.name, ENTITY):
        query = _EDGES.format(head=head, ENTITY=ENTITY, properties=_projected(EDGE_PROPERTIES))
        for record in database.read(query, mark=LOADED_BY, types=list(EDGE_TYPES)):
            kinds = _kind(record["head_labels"]), record["type"], _kind(record["tail_labels"])
            found = {k: v for k, v in record["properties"].items() if v is not None}
            key = Relationship(*kinds, record["head"], record["tail"], found["paper"])
            properties = wanted.pop(key, None)
            if properties is None:
                change.remove.setdefault(kinds, []).append(record["element"])
            elif found == properties:
                change.unchanged[kinds] = change.unchanged.get(kinds, 0) + 1
            else:
                change.update.setdefault(kinds, []).append(
                    [key.head, key.tail, key.paper, _difference(found, properties)]
                )
    for key, properties in wanted.items():
        row = [key.head, key.tail, key.paper, properties]
        change.create.setdefault((key.head_label, key.type, key.tail_label), []).append(row)
    return change


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


def _difference(found: Properties, wanted: Properties) -> Properties:
    """The properties to set so that `found` becomes `wanted`; None takes one away."""
    gone = dict.fromkeys(found.keys() - wanted.keys())
    return gone | {name: value for name, value in wanted.items() if found.get(name) != value}
