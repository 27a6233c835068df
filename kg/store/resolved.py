"""Writing the resolved graph: the tables that a build replaces as a whole."""

import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kg.records import Edge, EntityNode, PaperNode
from kg.store.rows import to_json
from kg.store.tables import EDGE_CODES, RESOLVED
from kg.store.trigrams import fold


@dataclass(frozen=True, slots=True)
class PaperRow:
    """A paper with what only the store needs: a hash of all that made it, further names that find it,
    and the records that it stands for."""

    node: PaperNode
    hash: str
    names: tuple[str, ...] = ()
    records: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class EntityRow:
    """An entity with its normal forms, and its merges as (form, reason, detail)."""

    node: EntityNode
    keys: tuple[str, ...] = ()
    merges: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Note:
    """Something worth telling about one paper: `kind` is `nothing`, `rejected`, `loop`, `texts`
    or `folded`."""

    kind: str
    paper: str
    text: str


def replace_graph(
    db: sqlite3.Connection,
    papers: Iterable[PaperRow],
    entities: Sequence[EntityRow],
    edges: Sequence[Edge],
    notes: Iterable[Note],
    meta: Mapping[str, Any],
) -> None:
    """Replaces the resolved graph. Papers and entities come in id order; the caller commits."""
    for index in ("form_index", "abstract_index"):
        db.execute(f"INSERT INTO {index} ({index}) VALUES ('delete-all')")
    for table in RESOLVED:
        db.execute(f"DELETE FROM {table}")
    numbers: dict[str, int] = {}
    for paper in papers:
        numbers[paper.node.id] = number = len(numbers) + 1
        _write_paper(db, number, paper)
    counts = _papers_of(edges)
    for entity in entities:
        numbers[entity.node.id] = number = len(numbers) + 1
        _write_entity(db, number, entity, counts.get(entity.node.id, 0))
    db.executemany(
        "INSERT INTO edge VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (_edge_row(edge, numbers) for edge in sorted(edges, key=_edge_order)),
    )
    db.executemany(
        "INSERT INTO note VALUES (NULL, ?, ?, ?)", ((n.kind, n.paper, n.text) for n in notes)
    )
    for index in ("form_index", "abstract_index"):
        db.execute(f"INSERT INTO {index} ({index}) VALUES ('rebuild')")
    put_meta(db, meta)


def put_meta(db: sqlite3.Connection, meta: Mapping[str, Any]) -> None:
    """Sets values of the table `meta`."""
    db.executemany(
        "INSERT OR REPLACE INTO meta VALUES (?, ?)", ((k, to_json(v)) for k, v in meta.items())
    )


def _write_paper(db: sqlite3.Connection, number: int, row: PaperRow) -> None:
    node = row.node
    db.execute(
        "INSERT INTO paper VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            number,
            node.id,
            node.title,
            node.given_title,
            node.abstract,
            node.year,
            node.venue,
            to_json(node.authors),
            node.url,
            to_json(node.ids),
            to_json(node.extra),
            row.hash,
        ),
    )
    names = {fold(name) for name in (node.id, *node.ids, *row.names)} - {""}
    db.executemany(
        "INSERT INTO paper_name VALUES (?, ?)", ((name, number) for name in sorted(names))
    )
    db.executemany("INSERT INTO paper_record VALUES (?, ?)", ((number, r) for r in row.records))
    _write_forms(db, number, ((node.title, fold(node.title), 0),))


def _write_entity(db: sqlite3.Connection, number: int, row: EntityRow, papers: int) -> None:
    node = row.node
    db.execute(
        "INSERT INTO entity VALUES (?, ?, ?, ?, ?, ?)",
        (number, node.id, node.type, node.name, to_json(node.aliases), papers),
    )
    _write_forms(db, number, ((node.name, fold(node.name), 0),))
    _write_forms(db, number, ((alias, fold(alias), 1) for alias in node.aliases))
    db.executemany(
        "INSERT INTO form (text, folded, node, rank) VALUES ('', ?, ?, 2)",
        ((key, number) for key in row.keys),
    )
    db.executemany(
        "INSERT INTO merge VALUES (NULL, ?, ?, ?, ?)", ((number, *merge) for merge in row.merges)
    )


def _write_forms(db: sqlite3.Connection, node: int, forms: Iterable[tuple[str, str, int]]) -> None:
    db.executemany(
        "INSERT INTO form (text, folded, node, rank) VALUES (?, ?, ?, ?)",
        ((text, folded, node, rank) for text, folded, rank in forms),
    )


def _papers_of(edges: Sequence[Edge]) -> dict[str, int]:
    """In how many papers each entity has a role."""
    counts: dict[str, int] = {}
    for edge in edges:
        if edge.head == edge.paper:
            counts[edge.tail] = counts.get(edge.tail, 0) + 1
    return counts


def _edge_order(edge: Edge) -> tuple[str, str, str, str]:
    return edge.head, edge.type, edge.tail, edge.paper


def _edge_row(edge: Edge, numbers: Mapping[str, int]) -> tuple[int | float | None, ...]:
    return (
        numbers[edge.head],
        EDGE_CODES[edge.type],
        numbers[edge.tail],
        numbers[edge.paper],
        edge.confidence,
        *(edge.head_span or (None, None)),
        *(edge.tail_span or (None, None)),
    )
