"""Opening a graph file: every fault of the file or the disk becomes one line with its remedy."""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import quote

from kg.errors import StoreError
from kg.store.tables import APPLICATION_ID, SCHEMA_VERSION, TABLES

#: Seconds to wait for another program's short lock (one commit), before saying so.
_PATIENCE: Final = 10.0


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Turns an error of SQLite or of the disk into a `StoreError` about the graph at `path`."""
    try:
        with database_errors(path):
            yield
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror or error}: check the folder") from error


@contextmanager
def database_errors(path: Path) -> Iterator[None]:
    """Turns an error of SQLite alone into a `StoreError` about the graph at `path`."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(f"{path}: {_explain(error)}") from error


@contextmanager
def decoding(path: Path) -> Iterator[None]:
    """Turns values that no build wrote, met while they are decoded, into a `StoreError` about the graph at `path`."""
    try:
        yield
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        raise damaged(path, f"{type(error).__name__}: {error}") from error


def damaged(path: Path, why: str) -> StoreError:
    """The error for a graph whose content cannot be what a build wrote."""
    return StoreError(
        f"{path}: the graph file is damaged ({why}); delete it and run kg build again"
    )


def _explain(error: sqlite3.Error) -> str:
    text = str(error)
    low = text.lower()
    if "full" in low:
        return (
            "the disk is full; free some space and run kg build again (what was extracted is kept)"
        )
    if "locked" in low or "busy" in low:
        return "the graph is in use by another program; wait for it to finish and try again"
    if "readonly" in low or "read-only" in low:
        return "the file or its folder is read-only; choose another place with -g PATH"
    if "unable to open" in low:
        return "the file cannot be opened; check that its folder exists and may be written"
    if "not a database" in low:
        return "not a graph file; name another with -g PATH"
    if "disk i/o" in low:
        return f"the disk refuses to be read or written ({text}); check it and try again"
    if "malformed" in low or "corrupt" in low or "no such table" in low:
        return f"the graph file is damaged ({text}); delete it and run kg build again"
    return f"{text}; if this goes on, delete the file and run kg build again"


def connect_reader(path: Path) -> sqlite3.Connection:
    """A read-only connection to the finished graph at `path`, which may lie in a read-only folder.

    Raises StoreError where the file is missing, no graph, damaged, of a later schema or unfinished.
    """
    _refuse_missing(path)
    with translated(path):
        try:
            connection = _connect(path, "ro")
            state = _state(connection)
        except sqlite3.OperationalError:
            # A killed writer leaves a journal, which only a connection that may write can roll back.
            _state_of_writable(path)
            connection = _connect(path, "ro")
            state = _state(connection)
        _refuse_foreign(path, state)
        if not _finished(connection):
            connection.close()
            raise StoreError(f"{path}: build not finished: run kg build again")
    return connection


def connect_writer(path: Path) -> sqlite3.Connection:
    """A writing connection to the graph at `path`, created with empty tables where there is none."""
    refuse_no_file(path)
    with translated(path):
        # The path is absolute, since SQLite takes `:memory:` and `file:x` for something else than files.
        # The builder's thread may differ from the one in which an extractor draws abstracts.
        connection = sqlite3.connect(
            path.absolute(), timeout=_PATIENCE, isolation_level=None, check_same_thread=False
        )
        try:
            state = _state(connection)
            if state == (0, 0) and not _tables(connection):
                _create(connection)
            else:
                _refuse_foreign(path, state)
        except BaseException:
            connection.close()
            raise
    return connection


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    where = f"file:{quote(os.fsencode(path.absolute()))}?mode={mode}"
    return sqlite3.connect(where, uri=True, timeout=_PATIENCE, isolation_level=None)


def _state(connection: sqlite3.Connection) -> tuple[int, int]:
    """(application id, schema version); reads the file's header, so that a damaged one shows."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return application, version


def _state_of_writable(path: Path) -> None:
    connection = _connect(path, "rw")
    try:
        _tables(connection)
    finally:
        connection.close()


def _tables(connection: sqlite3.Connection) -> set[str]:
    return {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}


def _finished(connection: sqlite3.Connection) -> bool:
    if "meta" not in _tables(connection):
        return False
    return connection.execute("SELECT 1 FROM meta WHERE key = 'built'").fetchone() is not None


def _create(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode = DELETE")
    connection.execute("BEGIN IMMEDIATE")
    for statement in TABLES:
        connection.execute(statement)
    connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
    connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION}")
    connection.execute("COMMIT")


def refuse_no_file(path: Path) -> None:
    """Raises StoreError where something stands at `path` that is no file."""
    if path.is_dir():
        raise StoreError(f"{path}: a folder, not a graph file; name a file with -g PATH")
    if path.exists() and not path.is_file():
        raise StoreError(f"{path}: a device or pipe, not a graph file; name a file with -g PATH")


def _refuse_missing(path: Path) -> None:
    refuse_no_file(path)
    if not path.exists():
        raise StoreError(f"{path}: no graph there; make one with: kg build INPUT... -g {path}")
    if path.stat().st_size == 0:
        raise StoreError(f"{path}: build not finished: run kg build again")


def _refuse_foreign(path: Path, state: tuple[int, int]) -> None:
    application, version = state
    if application != APPLICATION_ID:
        raise StoreError(
            f"{path}: a database, but not a graph of kg; name another file with -g PATH"
        )
    if version > SCHEMA_VERSION:
        raise StoreError(
            f"{path}: written by a later kg (schema {version}, this one reads {SCHEMA_VERSION}); "
            "upgrade paper-kg, or build into another file with -g PATH"
        )
    if version < SCHEMA_VERSION:
        raise StoreError(
            f"{path}: written by an earlier kg (schema {version}, this one reads "
            f"{SCHEMA_VERSION}); delete the file and run kg build again"
        )
