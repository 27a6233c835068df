"""Search over names, aliases, titles and abstracts: parts of words first, then typos."""

import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from kg.store.trigrams import all_of, any_of, fold, likeness, nearness, phrase

#: Forms that share the most trigrams with a text, of which the most alike are shown.
_CANDIDATES: Final = 300

#: Least nearness of a near name; below it, names only share an ending such as "-tion".
_NEAR: Final = 0.3


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A node found by a search: its id, label (`Paper`, `Method`, ...) and name or title; `matched` is the
    form that the text was found in (`abstract` for a paper's text); `score` is in [0, 1], best first."""

    id: str
    label: str
    name: str
    matched: str
    score: float


def search(db: sqlite3.Connection, text: str, limit: int) -> list[SearchHit]:
    """The nodes that best fit `text`, best first, at most `limit` (0 for all)."""
    found: dict[int, tuple[float, str]] = {}
    wanted = limit or None
    for form, node in _containing(db, text):
        _keep_best(found, node, 0.5 + likeness(form, text) / 2, form)
    if wanted is None or len(found) < wanted:
        for node in _in_abstracts(db, text, limit or -1):
            _keep_best(found, node, 0.4, "abstract")
    if wanted is None or len(found) < wanted:
        for score, form, node in near(db, text):
            _keep_best(found, node, score / 2, form)
    best = sorted(found, key=lambda node: (-found[node][0], node))[:wanted]
    return [_hit(db, node, *found[node]) for node in best]


def near(db: sqlite3.Connection, text: str) -> list[tuple[float, str, int]]:
    """(nearness, form, node) of the names, aliases and titles that are nearest to `text`, best first."""
    query = any_of(text)
    if not query:
        return []
    rows = db.execute(
        "SELECT form.text, node FROM form_index JOIN form ON form.id = form_index.rowid"
        " WHERE form_index MATCH ? ORDER BY bm25(form_index), form.id LIMIT ?",
        (query, _CANDIDATES),
    )
    scored = [(nearness(form, text), form, node) for form, node in rows]
    return sorted((s for s in scored if s[0] >= _NEAR), key=lambda s: (-s[0], s[2], s[1]))


def _containing(db: sqlite3.Connection, text: str) -> Iterator[tuple[str, int]]:
    query = phrase(text)
    if query:
        yield from db.execute(
            "SELECT form.text, node FROM form_index JOIN form ON form.id = form_index.rowid"
            " WHERE form_index MATCH ?",
            (query,),
        )
    elif fold(text):
        yield from db.execute(
            "SELECT text, node FROM form WHERE rank < 2 AND instr(folded, ?)", (fold(text),)
        )


def _in_abstracts(db: sqlite3.Connection, text: str, limit: int) -> Iterator[int]:
    """Papers whose abstract holds every word of `text`."""
    query, words = all_of(text), fold(text).split()
    if not query:
        return
    rows = db.execute(
        "SELECT id, paper.abstract FROM abstract_index JOIN paper ON paper.id = abstract_index.rowid"
        " WHERE abstract_index MATCH ? ORDER BY id",
        (query,),
    )
    for node, abstract in rows:
        low = abstract.casefold()
        if all(word in low for word in words):
            yield node
            limit -= 1
            if limit == 0:
                return


def _keep_best(found: dict[int, tuple[float, str]], node: int, score: float, form: str) -> None:
    if node not in found or found[node][0] < score:
        found[node] = (score, form)


def _hit(db: sqlite3.Connection, node: int, score: float, form: str) -> SearchHit:
    key, label, name = node_name(db, node)
    return SearchHit(key, label, name, form, round(score, 6))


def node_name(db: sqlite3.Connection, node: int) -> tuple[str, str, str]:
    """(id, label, name or title) of a node's number."""
    row: Sequence[str] | None = db.execute(
        "SELECT key, type, name FROM entity WHERE id = ?", (node,)
    ).fetchone()
    if row is None:
        row = db.execute("SELECT key, 'Paper', title FROM paper WHERE id = ?", (node,)).fetchone()
    key, label, name = row
    return key, label, name
