"""Opening a graph: for reading, or for a build that may be killed at any time."""

import json
import sqlite3
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kg.errors import StoreError
from kg.records import Edge
from kg.store.connect import connect_writer, database_errors, decoding, translated
from kg.store.inputs import Inputs
from kg.store.lock import write_lock
from kg.store.read import Store
from kg.store.resolved import EntityRow, Note, PaperRow, replace_graph

#: Bytes of changed pages that a transaction may keep in memory before it would lock readers out.
_CACHE_KIB = 512 * 1024


def open_store(path: Path) -> Store:
    """The finished graph at `path`, for reading; StoreError says what is wrong with it and what to do."""
    return Store(path)


class Writer:
    """A graph open for writing; its methods change nothing outside a `transaction`."""

    def __init__(self, path: Path, db: sqlite3.Connection) -> None:
        self.path = path
        self.inputs = Inputs(db, path)
        self._db = db
        # An extractor may draw abstracts from another thread than the one that stores results.
        self._turn = threading.RLock()

    @contextmanager
    def transaction(self) -> Iterator[Inputs]:
        """All changes made inside are committed together, or none of them."""
        with self._turn, translated(self.path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield self.inputs
                self._db.execute("COMMIT")
            except BaseException:
                # A full disk may have rolled back already.
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise

    @contextmanager
    def reading(self) -> Iterator[Inputs]:
        """A turn to read the inputs from any thread."""
        with self._turn, translated(self.path):
            yield self.inputs

    def meta(self) -> dict[str, Any]:
        """The values of the table `meta`."""
        with decoding(self.path):
            return {k: json.loads(v) for k, v in self._db.execute("SELECT key, value FROM meta")}

    def paper_hashes(self) -> dict[str, str]:
        """What each paper of the present graph was made of, by its id."""
        return dict(self._db.execute("SELECT key, hash FROM paper"))

    def records_of(self, paper_id: str) -> list[int]:
        """The records that a paper of the present graph stands for; empty where there is no such paper."""
        rows = self._db.execute(
            "SELECT record FROM paper_record JOIN paper ON paper.id = paper WHERE key = ?",
            (paper_id,),
        )
        return [record for (record,) in rows]

    def replace(
        self,
        papers: Iterable[PaperRow],
        entities: Sequence[EntityRow],
        edges: Sequence[Edge],
        notes: Iterable[Note],
        meta: Mapping[str, Any],
    ) -> None:
        """Replaces the resolved graph; papers and entities come in id order."""
        replace_graph(self._db, papers, entities, edges, notes, meta)


@contextmanager
def open_writer(path: Path, *, create: bool = True) -> Iterator[Writer]:
    """The graph at `path` for one writer at a time, created where there is none.

    Raises StoreError at once where another program is writing it, and where it is no graph, is damaged or
    cannot be written. Without `create`, a missing graph is an error too.
    """
    if not create and not path.exists():
        raise StoreError(f"{path}: no graph there; make one with: kg build INPUT... -g {path}")
    with write_lock(path):
        db = connect_writer(path)
        try:
            with database_errors(path):
                db.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
                db.execute("PRAGMA cache_spill = OFF")
                yield Writer(path, db)
        finally:
            db.close()
