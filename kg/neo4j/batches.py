"""Rows gathered by the query that writes them, and sent in bounded transactions."""

from collections.abc import Callable
from typing import Any, Final

from kg.errors import ServerError
from kg.neo4j.connect import Database
from kg.schema import LOADED_BY

#: Told a stage, how much of it is done, and of how much.
Advance = Callable[[str, int, int | None], None]

#: Rows a transaction: some megabytes, written in well under a second.
BATCH: Final = 2_000


class Batches:
    """Takes rows one by one and writes them when a batch is full.

    `advance` is told what is done of `total`, which removals may exceed. With `dry_run` nothing is sent.
    """

    def __init__(
        self,
        database: Database,
        advance: Advance,
        total: int,
        *,
        dry_run: bool,
    ) -> None:
        self._database = database
        self._advance = advance
        self._total = total
        self._dry_run = dry_run
        self._waiting: dict[tuple[str, str], list[list[Any]]] = {}
        self._done = 0

    def add(self, kind: str, query: str, row: list[Any]) -> None:
        """Takes a row that `query` writes; `kind` is its label or type. Raises ServerError."""
        rows = self._waiting.setdefault((kind, query), [])
        rows.append(row)
        if len(rows) >= BATCH:
            self._send(kind, query)

    def skip(self) -> None:
        """Counts a row that needs no writing."""
        self._done += 1

    def flush(self) -> None:
        """Writes all that waits. Raises ServerError."""
        for kind, query in list(self._waiting):
            self._send(kind, query)

    def _send(self, kind: str, query: str) -> None:
        # In the order of their ids, so that two loads at once wait for each other in one direction.
        rows = sorted(self._waiting.pop((kind, query)), key=_ids)
        total = max(self._total, self._done)
        self._advance(f"loading {kind}", self._done, total)
        if not self._dry_run:
            try:
                self._database.write(query, rows=rows, mark=LOADED_BY)
            except ServerError as error:
                raise ServerError(
                    f"{error}; stopped at {kind} after {self._done} of {total} nodes and"
                    " relationships: what is loaded stays, run kg load again to complete it"
                ) from error
        self._done += len(rows)


def _ids(row: list[Any]) -> list[str]:
    return [value for value in row if isinstance(value, str)]
