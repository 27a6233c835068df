"""Rows of a graph file to records.

A file may be edited by hand, and disks err inside a page, which SQLite does not see. What no build wrote is told
here by a ValueError, TypeError or LookupError, before it can do harm where nobody looks for it.
"""

import json
import sqlite3
from collections.abc import Callable, Sequence
from typing import Any, Final

from kg.records import Edge, EntityNode, PaperNode
from kg.schema import ENTITY_TYPES, ROLES
from kg.store.rows import StoredRecord, span
from kg.store.tables import EDGE_TYPES

#: A row if an edge is not as a build writes it, given how many papers and how many nodes there are: roles lead
#: from the paper that states them to an entity, relations from entity to entity.
UNSOUND_EDGES: Final = f"""SELECT 1 FROM edge WHERE (
    type BETWEEN 0 AND {len(EDGE_TYPES) - 1} AND confidence BETWEEN 0 AND 1 AND paper BETWEEN 1 AND ?1
    AND CASE WHEN type < {len(ROLES)} THEN head = paper ELSE head BETWEEN ?1 + 1 AND ?2 END
    AND tail BETWEEN ?1 + 1 AND ?2) IS NOT TRUE LIMIT 1"""


def paper(row: sqlite3.Row) -> PaperNode:
    """The paper of (key, title, given title, abstract, year, venue, authors, url, ids, extra)."""
    key, title, given, abstract, year, venue, authors, url, ids, extra = row
    more = json.loads(extra)
    if not isinstance(more, dict):
        raise TypeError(f"{extra!r} is no object")
    slim_paper((key, title, year, venue))
    _check_texts(given, abstract, url)
    return PaperNode(
        key, title, given, abstract, year, venue, _list(authors), url, _list(ids), more
    )


def entity(row: sqlite3.Row) -> EntityNode:
    """The entity of (key, type, name, aliases)."""
    key, type_, name, aliases = row
    slim_entity((key, type_, name))
    return EntityNode(key, type_, name, _list(aliases))


def edge(keys: Sequence[str]) -> Callable[[sqlite3.Row], Edge]:
    """What makes the edge of (head, type, tail, paper, confidence, head and tail span), nodes by their numbers."""

    def decode(row: sqlite3.Row) -> Edge:
        head, code, tail, about, confidence, *ends = row
        if not all(end is None or isinstance(end, int) for end in ends):
            raise TypeError(f"{ends} are no offsets")
        head_span, tail_span = span(ends[:2]), span(ends[2:])
        return Edge(
            keys[head], EDGE_TYPES[code], keys[tail], keys[about], confidence, head_span, tail_span
        )

    return decode


def slim_paper(row: tuple[str, str, int | None, str]) -> tuple[str, str, int | None, str]:
    """The row (id, title, year, venue) as it is."""
    key, title, year, venue = row
    _check_texts(key, title, venue)
    if not (key and title and (year is None or isinstance(year, int))):
        raise ValueError(f"{row!r} is no paper")
    return row


def slim_entity(row: tuple[str, str, str]) -> tuple[str, str, str]:
    """The row (id, type, name) as it is."""
    key, type_, name = row
    if not (type_ in ENTITY_TYPES and key.startswith(f"{type_}:") and name):
        raise ValueError(f"{row!r} is no entity")
    _check_texts(name)
    return row


def form(row: tuple[str, str, int]) -> tuple[str, str, bool]:
    """The row (node id, form, whether it is a normal form)."""
    key, text, is_normal = row
    _check_texts(key, text)
    return key, text, bool(is_normal)


def record(row: tuple[Any, ...]) -> StoredRecord:
    """The record of (row, paper, ids, title, families, hash of the abstract, key of the claims)."""
    number, key, ids, title, families, abstract, claims = row
    _check_texts(key, title, abstract, claims or "")
    return StoredRecord(number, key, _list(ids), title, _list(families), abstract, claims)


def _check_texts(*values: Any) -> None:
    if not all(isinstance(value, str) for value in values):
        raise TypeError(f"{values!r} are no texts")


def _list(text: str) -> tuple[str, ...]:
    """The strings of a JSON list."""
    values = json.loads(text)
    if not isinstance(values, list):
        raise TypeError(f"{text!r} is no list")
    _check_texts(*values)
    return tuple(values)
