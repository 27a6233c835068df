"""One writer at a time for the length of a build, across its many transactions.

SQLite locks a graph only within a transaction; a build commits batch by batch. So a writer also holds an
exclusive lock on an empty file beside the graph, taken through SQLite itself: it works on every system,
and the operating system releases it when the process is killed.
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from kg.errors import StoreError
from kg.store.connect import refuse_no_file, translated


@contextmanager
def write_lock(path: Path) -> Iterator[None]:
    """Holds the right to write the graph at `path`; StoreError at once where another program has it."""
    refuse_no_file(path)
    with translated(path):
        real = Path(os.path.realpath(path))  # one lock for a graph, by whatever link it is named
        if not real.parent.is_dir():
            raise StoreError(f"{path}: the folder {real.parent} does not exist; create it first")
        beside = real.with_name(real.name + ".lock")
        beside.touch()
        before = beside.stat().st_ino
        lock = sqlite3.connect(beside, timeout=0, isolation_level=None, check_same_thread=False)
    try:
        if not _taken(lock, path, beside, before):
            raise StoreError(f"{path}: another kg is writing this graph; wait for it to finish")
        try:
            yield
        finally:
            with suppress(OSError):  # Windows refuses to remove an open file; an empty one stays
                beside.unlink()
    finally:
        lock.close()


def _taken(lock: sqlite3.Connection, path: Path, beside: Path, before: int) -> bool:
    """Whether the lock is ours now; `before` is the file that was opened."""
    with translated(path):
        try:
            # Without a journal nothing is written: a lock can be had on a full disk, and no file is left
            # beside it when the process is killed.
            lock.execute("PRAGMA journal_mode = OFF")
            lock.execute("BEGIN EXCLUSIVE")
            # A writer that just ended may have removed the file between our opening and locking it.
            return beside.stat().st_ino == before
        except FileNotFoundError:
            return False
        except sqlite3.OperationalError as error:
            if "locked" in str(error):
                return False
            raise
