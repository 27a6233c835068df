"""Loading: Neo4j becomes exactly the embedded graph, and nothing of others is touched."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final

from kg.errors import ServerError
from kg.neo4j.connect import Database
from kg.neo4j.schema import prepare
from kg.neo4j.state import Change, edge_changes, node_changes
from kg.property_graph import ENTITY, Source, abstracts, labels, nodes_of, relationships_of
from kg.schema import ENTITY_TYPES, LOADED_BY, PAPER

#: Rows a transaction: some megabytes, done in well under a second.
BATCH: Final = 2_000

Advance = Callable[[str, int, int | None], None]

_NODE: Final = """UNWIND $rows AS row
MERGE (n:{key} {{id: row[0]}})
SET n{labels}, n += row[1], n.loaded_by = $mark"""

_EDGE: Final = """UNWIND $rows AS row
MATCH (a:{head} {{id: row[0]}})
MATCH (b:{tail} {{id: row[1]}})
MERGE (a)-[r:{type} {{paper: row[2]}}]->(b)
SET r += row[3]"""

_NO_NODE: Final = """UNWIND $rows AS row
MATCH (n:{key} {{id: row}}) WHERE n.loaded_by = $mark
DETACH DELETE n"""

_NO_EDGE: Final = """UNWIND $rows AS row
MATCH ()-[r]->() WHERE elementId(r) = row
DELETE r"""


@dataclass(frozen=True, slots=True)
class Report:
    """What a load did, or would do: counts of nodes by label and relationships by type."""

    kind: str
    created: int
    updated: int
    removed: int
    unchanged: int


@dataclass(frozen=True, slots=True)
class Step:
    """Rows that one query writes, batch by batch; `kind` is their label or type."""

    kind: str
    query: str
    rows: Sequence[Any]


def _silent(stage: str, done: int, total: int | None) -> None:
    """Tells no one."""


def load(
    store: Source,
    database: Database,
    *,
    dry_run: bool = False,
    advance: Advance = _silent,
) -> list[Report]:
    """Makes `database` hold exactly the graph of `store`, besides what others put there.

    With `dry_run` nothing is written. Every batch is a transaction: after a failure, loading again completes
    it. Raises ServerError, which says how far it came.
    """
    advance("reading the graph", 0, None)
    wanted = nodes_of(store)
    stated, known = list(store.edges()), abstracts(store)
    with ThreadPoolExecutor(1) as aside:
        # Finding sentences takes seconds, in which the server can write the nodes.
        relationships = aside.submit(relationships_of, stated, known)
        if not dry_run:
            prepare(database)
        advance("comparing", 0, None)
        nodes = node_changes(database, wanted)
        if not dry_run:
            _write(database, list(node_steps(nodes)), advance)
        edges = edge_changes(database, relationships.result())
    if not dry_run:
        _write(database, list(edge_steps(edges)), advance)
        _write(database, list(removal_steps(nodes)), advance)
    return _reports(nodes, edges)


def node_steps(nodes: Change) -> Iterator[Step]:
    """The writing of nodes."""
    for part in (nodes.create, nodes.update):
        for kind, rows in part.items():
            named = "".join(f":{label}" for label in labels(kind))
            yield Step(kind, _NODE.format(key=_key(kind), labels=named), rows)


def edge_steps(edges: Change) -> Iterator[Step]:
    """The removing and the writing of relationships, whose ends are there."""
    for kinds, rows in edges.remove.items():
        yield Step(kinds[1], _NO_EDGE, rows)
    for part in (edges.create, edges.update):
        for (head, type, tail), rows in part.items():
            query = _EDGE.format(head=_key(head), type=type, tail=_key(tail))
            # In the order of their ends, so that two loads at once wait for each other in one direction.
            yield Step(type, query, sorted(rows, key=lambda row: row[:3]))


def removal_steps(nodes: Change) -> Iterator[Step]:
    """The removing of nodes, which have none of our relationships any more."""
    for kind, rows in nodes.remove.items():
        yield Step(kind, _NO_NODE.format(key=_key(kind)), rows)


def _write(database: Database, todo: Sequence[Step], advance: Advance) -> None:
    total = sum(len(step.rows) for step in todo)
    done = 0
    for step in todo:
        for start in range(0, len(step.rows), BATCH):
            advance(f"loading {step.kind}", done, total)
            batch = step.rows[start : start + BATCH]
            try:
                database.write(step.query, rows=batch, mark=LOADED_BY)
            except ServerError as error:
                raise ServerError(
                    f"{error}; stopped at {step.kind} after {done} of {total} changes of this"
                    " part: what is loaded stays, run kg load again to complete it"
                ) from error
            done += len(batch)


def _key(kind: str) -> str:
    """The label whose ids are unique."""
    return PAPER.name if kind == PAPER.name else ENTITY


def _reports(nodes: Change, edges: Change) -> list[Report]:
    """A report for every label, and for every type that there is or was a relationship of."""
    named = ((kind, nodes, [kind]) for kind in (PAPER.name, *ENTITY_TYPES))
    kinds = sorted({key for part in edges.parts for key in part})
    types = sorted({type for _, type, _ in kinds})
    typed = ((type, edges, [key for key in kinds if key[1] == type]) for type in types)
    return [_report(*each) for each in (*named, *typed)]


def _report(kind: str, change: Change, keys: Sequence[Any]) -> Report:
    created, updated, removed = (
        sum(len(part.get(key, ())) for key in keys)
        for part in (change.create, change.update, change.remove)
    )
    unchanged = sum(change.unchanged.get(key, 0) for key in keys)
    return Report(kind, created, updated, removed, unchanged)
