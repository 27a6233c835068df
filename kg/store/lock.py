"""One writer at a time for the length of a build, across its many transactions.

SQLite locks a graph only within a transaction; a build commits batch by batch. So a writer also holds an
exclusive lock on an empty file beside the graph, taken through SQLite itself: it works on every system,
and the operating system releases it when the process is killed.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from kg.errors import StoreError
from kg.store.connect import translated


@contextmanager
def write_lock(path: Path) -> Iterator[None]:
    """Holds the right to write the graph at `path`; StoreError at once where another program has it."""
    beside = path.with_name(path.name + ".lock")
    with translated(path):
        beside.touch()
        before = beside.stat().st_ino
        lock = sqlite3.connect(beside, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        try:
            lock.execute("BEGIN EXCLUSIVE")
            # A writer that just ended may have removed the file between our opening and locking it.
            held = beside.stat().st_ino == before
        except (sqlite3.OperationalError, FileNotFoundError):
            held = False
        if not held:
            raise StoreError(f"{path}: another kg is writing this graph; wait for it to finish")
        try:
            yield
        finally:
            with suppress(OSError):  # Windows refuses to remove an open file; an empty one stays
                beside.unlink()
    finally:
        lock.close()
