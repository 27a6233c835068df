"""What the inputs gave: records, the files that support them, and their extractions."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from os.path import isabs
from pathlib import Path
from typing import Any

from kg.records import Extraction, Paper
from kg.store.connect import decoding
from kg.store.decode import record
from kg.store.rows import (
    StoredRecord,
    digest,
    extraction_from_json,
    extraction_to_json,
    paper_from_json,
    paper_to_json,
    to_json,
)

#: Stands in for an extractor's version where claims came with the record.
_CLAIMS = "claims"

#: Takes from files the support of the papers that they give anew. The files are told in both places: told by
#: the row of `support`, the inner query would run once a row.
_ANEW = """DELETE FROM support WHERE source {0} AND record IN (SELECT id FROM record WHERE paper IN
    (SELECT paper FROM record JOIN staged ON staged.record = record.id WHERE staged.source {0}))"""
_GIVEN_AGAIN = _ANEW.format("= ?1")
_GIVEN_AGAIN_TO_STDIN = _ANEW.format(
    "IN (SELECT id FROM source WHERE place = '' OR place LIKE '-/%')"
)


def _is_stdin(place: str) -> bool:
    """Whether the place of a row is standard input, or a file of an archive given there."""
    return not place or place.startswith("-/")


class Inputs:
    """The input side of a graph open for writing. It never commits: the caller sets the transactions."""

    def __init__(self, connection: sqlite3.Connection, path: Path) -> None:
        self._db = connection
        self._path = path

    def begin(self) -> None:
        """Forgets what an earlier build staged and did not finish reading."""
        self._db.execute("DELETE FROM staged")

    def source(self, place: str, name: str, within: Iterable[str] = ()) -> int:
        """The row of the input file at `place`, shown as `name`, which the inputs `within` would give, too.

        A place that is no absolute path is of standard input: '', or '-/' and the name in an archive.
        """
        known = digest(place) if isabs(place) else place
        self._db.execute(
            "INSERT INTO source (place, name, root, report) VALUES (?, ?, ?, '{}')"
            " ON CONFLICT (place) DO UPDATE SET name = excluded.name, root = excluded.root",
            (known, name, " ".join(map(digest, within))),
        )
        (row,) = self._db.execute("SELECT id FROM source WHERE place = ?", (known,)).fetchone()
        return int(row)

    def report(self, source: int, report: Mapping[str, Any]) -> None:
        """Keeps what reading the file `source` told (counts, what was skipped and why)."""
        self._db.execute("UPDATE source SET report = ? WHERE id = ?", (to_json(report), source))

    def stage(
        self,
        source: int,
        paper: Paper,
        extraction: Extraction | None,
        ids: Iterable[str],
        title: str,
        families: Iterable[str],
    ) -> int:
        """Adds a record of `source`, the claims that came with it, if any, and what tells its paper; gives its
        row, which is that of an equal record, if there is one."""
        data, abstract, claims = paper_to_json(paper), digest(paper.abstract), None
        if extraction is not None:
            text = extraction_to_json(extraction)
            claims = digest(text)
            self._put(claims, _CLAIMS, text)
        key = digest(f"{data}\n{claims}")
        self._db.execute(
            "INSERT OR IGNORE INTO record (hash, paper, data, ids, title, families, abstract, claims)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                key,
                paper.id,
                data,
                to_json(list(ids)),
                title,
                to_json(list(families)),
                abstract,
                claims,
            ),
        )
        (row,) = self._db.execute("SELECT id FROM record WHERE hash = ?", (key,)).fetchone()
        self._db.execute("INSERT OR IGNORE INTO staged VALUES (?, ?)", (source, row))
        return int(row)

    def supports(self, source: int) -> bool:
        """Whether papers of the graph come from the file `source`."""
        found = self._db.execute("SELECT 1 FROM support WHERE source = ?", (source,))
        return found.fetchone() is not None

    def adopt(self, sources: Mapping[int, bool], inputs: Iterable[str], *, keep: bool) -> None:
        """Lets what was staged for the files `sources` replace what they gave before, and drops files that
        `inputs` (folders, archives) no longer hold. With `keep`, papers that are gone stay supported.

        `sources` says of each file whether it was read whole. One that was not, and standard input, lose
        nothing: what they give replaces papers of the same id, and adds the others; what standard input gives
        replaces whatever it gave before. The files inside an archive that was not read lose nothing either.
        """
        known = self._db.execute("SELECT id, place, root FROM source").fetchall()
        with decoding(self._path):
            rows = [(source, place, set(root.split())) for source, place, root in known]
            files = [s for s, place, _ in rows if s in sources and not _is_stdin(place)]
        for source in files:
            lasting = keep or not sources[source]
            query = _GIVEN_AGAIN if lasting else "DELETE FROM support WHERE source = ?1"
            self._db.execute(query, (source,))
        self._db.execute(_GIVEN_AGAIN_TO_STDIN)
        if not keep:
            read = {digest(place) for place in inputs}
            unread = {place for source, place, _ in rows if not sources.get(source, True)}
            gone = [
                (source,)
                for source, _, within in rows
                if source not in sources and within & read and not within & unread
            ]
            self._db.executemany("DELETE FROM support WHERE source = ?", gone)
            self._db.executemany("DELETE FROM source WHERE id = ?", gone)
        self._db.execute("INSERT OR IGNORE INTO support SELECT source, record FROM staged")
        self._db.execute("DELETE FROM staged")

    def drop(self, records: Iterable[int]) -> None:
        """Takes all support from the given records."""
        self._db.executemany("DELETE FROM support WHERE record = ?", ((r,) for r in records))

    def records(self) -> list[StoredRecord]:
        """Every supported record, without its texts."""
        rows = self._db.execute(
            "SELECT id, paper, ids, title, families, abstract, claims FROM record"
            " WHERE id IN (SELECT record FROM support) ORDER BY hash"
        )
        with decoding(self._path):
            return [record(row) for row in rows]

    def paper(self, record: int) -> Paper:
        """The paper of a record, as it was read."""
        row = self._db.execute("SELECT data FROM record WHERE id = ?", (record,)).fetchone()
        with decoding(self._path):
            return paper_from_json(row[0])

    def extracted(self, version: str) -> set[str]:
        """The hashes of the abstracts that the extractor `version` has done."""
        rows = self._db.execute("SELECT key FROM extraction WHERE version = ?", (version,))
        return {key for (key,) in rows}

    def keep_extractions(self, version: str, done: Iterable[tuple[str, Extraction]]) -> None:
        """Stores extractions by the hash of their abstract."""
        for key, extraction in done:
            self._put(key, version, extraction_to_json(extraction))

    def extraction(self, record: StoredRecord, version: str) -> Extraction | None:
        """The claims of a record: its own, else the extractor's; None where it is still to be extracted."""
        wanted = (record.claims, _CLAIMS) if record.claims else (record.abstract, version)
        row = self._db.execute(
            "SELECT data FROM extraction WHERE key = ? AND version = ?", wanted
        ).fetchone()
        with decoding(self._path):
            return extraction_from_json(row[0]) if row else None

    def forget_unsupported(self, version: str) -> None:
        """Drops records that no file supports, extractions of no record, and those of other versions.

        A file that gave nothing to support stays for what it tells of itself, a file that lost all does not.
        """
        self._db.execute("DELETE FROM record WHERE id NOT IN (SELECT record FROM support)")
        rows = self._db.execute(
            "SELECT id, report FROM source WHERE id NOT IN (SELECT source FROM support)"
        )
        with decoding(self._path):
            lost = [(source,) for source, report in rows if json.loads(report).get("read") != 0]
        self._db.executemany("DELETE FROM source WHERE id = ?", lost)
        self._db.execute(
            "DELETE FROM extraction WHERE version NOT IN (?, ?)"
            " OR version = ? AND key NOT IN (SELECT claims FROM record WHERE claims IS NOT NULL)"
            " OR version <> ? AND key NOT IN (SELECT abstract FROM record)",
            (_CLAIMS, version, _CLAIMS, _CLAIMS),
        )

    def sources(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """(name, report) of every input file, by name."""
        with decoding(self._path):
            for name, report in self._db.execute("SELECT name, report FROM source ORDER BY name"):
                yield name, json.loads(report)

    def _put(self, key: str, version: str, data: str) -> None:
        self._db.execute("INSERT OR IGNORE INTO extraction VALUES (?, ?, ?)", (key, version, data))
