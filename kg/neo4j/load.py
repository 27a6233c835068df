"""Loading: Neo4j becomes exactly the embedded graph, and nothing of others is touched."""

from collections import Counter, deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from typing import Final

from kg.neo4j.batches import Advance, Batches
from kg.neo4j.connect import Database
from kg.neo4j.schema import prepare
from kg.neo4j.state import (
    EDGE_TYPES,
    NodeChanges,
    difference,
    edge_key,
    node_changes,
    relationships_found,
)
from kg.property_graph import (
    ENTITY,
    Properties,
    Relationship,
    Source,
    abstracts,
    by_paper,
    labels,
    nodes_of,
    relationships_of,
)
from kg.schema import ENTITY_TYPES, PAPER

_Pending = deque[Future[dict[Relationship, Properties]]]

#: A relationship that is not there: its element id and properties.
_NOTHING: Final[tuple[str, Properties]] = ("", {})

#: Relationships whose sentences are found at once: a second of work.
_PART: Final = 5_000

_NODE: Final = """UNWIND $rows AS row
MERGE (n:{key} {{id: row[0]}})
SET n{labels}, n += row[1], n.loaded_by = $mark"""

_EDGE: Final = """UNWIND $rows AS row
MATCH (a:{head} {{id: row[0]}})
MATCH (b:{tail} {{id: row[1]}})
MERGE (a)-[r:{type} {{paper: row[2]}}]->(b)
SET r += row[3]"""

_NO_NODE: Final = """UNWIND $rows AS row
MATCH (n:{key} {{id: row[0]}}) WHERE n.loaded_by = $mark
DETACH DELETE n"""

_NO_EDGE: Final = """UNWIND $rows AS row
MATCH ()-[r]->() WHERE elementId(r) = row[0]
DELETE r"""


@dataclass(frozen=True, slots=True)
class Report:
    """What a load did, or would do, with nodes of a label or relationships of a type."""

    kind: str
    created: int
    updated: int
    removed: int
    unchanged: int


@dataclass(slots=True)
class _Tally:
    """Counts by label or type."""

    created: Counter[str] = field(default_factory=Counter)
    updated: Counter[str] = field(default_factory=Counter)
    removed: Counter[str] = field(default_factory=Counter)
    unchanged: Counter[str] = field(default_factory=Counter)

    def reports(self) -> list[Report]:
        """One for every label, and one for every type that there is or was a relationship of."""
        parts = (self.created, self.updated, self.removed, self.unchanged)
        used = {kind for part in parts for kind in part}
        kinds = [PAPER.name, *ENTITY_TYPES, *(type for type in sorted(EDGE_TYPES) if type in used)]
        return [Report(kind, *(part[kind] for part in parts)) for kind in kinds]


def _silent(stage: str, done: int, total: int | None) -> None:
    """Tells no one."""


def load(
    store: Source, database: Database, *, dry_run: bool = False, advance: Advance = _silent
) -> list[Report]:
    """Makes `database` hold exactly the graph of `store`, besides what others put there.

    With `dry_run` nothing is written. Every batch is a transaction: after a failure, loading again completes
    it. Raises ServerError, which says how far it came.
    """
    advance("reading the graph", 0, None)
    nodes, texts = nodes_of(store), abstracts(store)
    edges = by_paper(store.edges())
    # Finding sentences takes seconds, in which the server writes what is there already.
    aside = ThreadPoolExecutor(1)
    try:
        if not dry_run:
            prepare(database)
        advance("comparing", 0, None)
        changes = node_changes(database, nodes)
        pending = deque(
            aside.submit(relationships_of, edges[start : start + _PART], texts)
            for start in range(0, len(edges), _PART)
        )
        rows = sum(len(some) for part in (changes.create, changes.update) for some in part.values())
        batches = Batches(database, advance, rows + len(edges), dry_run=dry_run)
        tally = _Tally(unchanged=changes.unchanged)
        _write_nodes(batches, changes, tally)
        _sync_relationships(database, batches, pending, tally)
        for kind, gone in changes.remove.items():
            tally.removed[kind] += len(gone)
            query = _NO_NODE.format(key=_key(kind))
            for id in gone:
                batches.add(kind, query, [id])
        batches.flush()
    finally:
        aside.shutdown(wait=False, cancel_futures=True)
    return tally.reports()


def _write_nodes(batches: Batches, changes: NodeChanges, tally: _Tally) -> None:
    for part, counts in ((changes.create, tally.created), (changes.update, tally.updated)):
        for kind, rows in part.items():
            counts[kind] += len(rows)
            named = "".join(f":{label}" for label in labels(kind))
            query = _NODE.format(key=_key(kind), labels=named)
            for row in rows:
                batches.add(kind, query, row)
    batches.flush()


def _sync_relationships(
    database: Database, batches: Batches, pending: _Pending, tally: _Tally
) -> None:
    """Writes those that are new or differ as they come, then removes those that are too many."""
    found, gone = relationships_found(database)
    for key, wanted in _finished(pending):
        element, properties = found.pop(edge_key(key), _NOTHING) if found else _NOTHING
        if properties == wanted:
            tally.unchanged[key.type] += 1
            batches.skip()
            continue
        (tally.updated if element else tally.created)[key.type] += 1
        change = difference(properties, wanted) if element else wanted
        query = _edge_query(key.head_label, key.type, key.tail_label)
        batches.add(key.type, query, [key.head, key.tail, key.paper, change])
    batches.flush()
    gone += [(key.type, element) for key, (element, _) in found.items()]
    for type, element in gone:
        tally.removed[type] += 1
        batches.add(type, _NO_EDGE, [element])
    batches.flush()


@cache
def _edge_query(head: str, type: str, tail: str) -> str:
    return _EDGE.format(head=_key(head), type=type, tail=_key(tail))


def _finished(pending: _Pending) -> Iterator[tuple[Relationship, Properties]]:
    # What is written is kept no longer.
    while pending:
        yield from pending.popleft().result().items()


def _key(kind: str) -> str:
    """The label whose ids are unique."""
    return PAPER.name if kind == PAPER.name else ENTITY
