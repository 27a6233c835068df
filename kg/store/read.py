"""Reading a finished graph."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TypeVar

from kg.errors import NotFoundError
from kg.records import Edge, EntityNode, PaperNode
from kg.schema import ENTITY_TYPES
from kg.store.connect import connect_reader, damaged, decoding, translated
from kg.store.decode import UNSOUND_EDGES, edge, entity, form, paper, slim_entity, slim_paper
from kg.store.search import SearchHit, near, node_name, search
from kg.store.tables import EDGE_CODES, EDGE_TYPES
from kg.store.trigrams import fold

_PAPER = (
    "SELECT key, title, given_title, abstract, year, venue, authors, url, ids, extra FROM paper"
)
_ENTITY = "SELECT key, type, name, aliases FROM entity"
_EDGE = "SELECT head, type, tail, paper, confidence, head_start, head_end, tail_start, tail_end FROM edge"

T = TypeVar("T")


class Store:
    """A finished graph, open for reading; a context manager. Every method may raise StoreError."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._db = connect_reader(path)
        self._keys: list[str] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Lets go of the file."""
        self._db.close()

    def papers(self) -> Iterator[PaperNode]:
        """All papers, in id order."""
        return self._decoded(paper, f"{_PAPER} ORDER BY id")

    def entities(self) -> Iterator[EntityNode]:
        """All entities, in id order."""
        return self._decoded(entity, f"{_ENTITY} ORDER BY id")

    def edges(self) -> Iterator[Edge]:
        """All edges, by the ids of their ends, their type and their paper."""
        return self._decoded(edge(self.node_ids()), f"{_EDGE} ORDER BY id")

    def paper(self, id: str) -> PaperNode:
        """The paper with this id; NotFoundError if there is none."""
        for found in self._decoded(paper, f"{_PAPER} WHERE key = ?", id):
            return found
        raise NotFoundError(f"no paper has the id {id!r}; kg search finds papers by their words")

    def entity(self, id: str) -> EntityNode:
        """The entity with this id; NotFoundError if there is none."""
        for found in self._decoded(entity, f"{_ENTITY} WHERE key = ?", id):
            return found
        raise NotFoundError(f"no entity has the id {id!r}; kg search finds entities by name")

    def edges_of(self, node_id: str) -> Iterator[Edge]:
        """The edges at a node; for a paper also those between entities that it states."""
        decode = edge(self.node_ids())
        where = "WHERE head = ?1 OR tail = ?1 OR paper = ?1 ORDER BY id"
        return self._decoded(decode, f"{_EDGE} {where}", self._number(node_id))

    def search(self, text: str, limit: int = 20) -> list[SearchHit]:
        """The nodes whose names, aliases, titles or abstracts fit `text`, best first; 0 for all."""
        with translated(self.path), decoding(self.path):
            return search(self._db, text, limit)

    def why(self, entity_id: str) -> list[dict[str, str]]:
        """How the surface forms of an entity came together: `form`, `reason`, `detail`, by form."""
        rows = self._rows(
            "SELECT form, reason, detail FROM merge WHERE entity = ? ORDER BY id",
            self._number(entity_id),
        )
        return [{"form": form, "reason": reason, "detail": detail} for form, reason, detail in rows]

    def info(self) -> dict[str, Any]:
        """Counts, coverage, versions, and what was skipped or gave nothing, and why."""
        with decoding(self.path):
            return self._info()

    def _info(self) -> dict[str, Any]:
        meta = self.meta()
        by_type = dict(self._rows("SELECT type, count(*) FROM entity GROUP BY type"))
        edges = dict(self._rows("SELECT type, count(*) FROM edge GROUP BY type"))
        notes = list(self._rows("SELECT kind, paper, text FROM note ORDER BY kind, paper, id"))
        # A file without a report is still being read, by a build that runs or was stopped.
        reported = "SELECT name, report FROM source WHERE report <> '{}' ORDER BY name"
        sources = [{"source": name, **json.loads(report)} for name, report in self._rows(reported)]
        papers = self._count("paper")
        nothing = [{"paper": p, "reason": t} for kind, p, t in notes if kind == "nothing"]
        return {
            "papers": papers,
            "entities": sum(by_type.values()),
            "edges": sum(edges.values()),
            "entities_by_type": {t: by_type.get(t, 0) for t in ENTITY_TYPES},
            "edges_by_type": {t: edges.get(code, 0) for code, t in enumerate(EDGE_TYPES)},
            "coverage": {
                "papers_with_entities": papers - len(nothing),
                "papers_without_entities": len(nothing),
                "share": round((papers - len(nothing)) / papers, 6) if papers else 0.0,
            },
            "versions": meta["versions"],
            "min_confidence": meta["min_confidence"],
            "without_abstract": sum(s.get("without_abstract", 0) for s in sources),
            "skipped": [
                {"source": s["source"], "reason": r} for s in sources for r in s["skipped"]
            ],
            "rejected_relations": sum(kind == "rejected" for kind, _, _ in notes)
            + sum(sum(s.get("rejected", {}).values()) for s in sources),
            "dropped_loops": sum(kind == "loop" for kind, _, _ in notes),
            "nothing_extracted": nothing,
            "notes": [{"kind": k, "paper": p, "text": t} for k, p, t in notes if k != "nothing"],
            "sources": sources,
        }

    def meta(self) -> dict[str, Any]:
        """The values of the table `meta`."""
        with decoding(self.path):
            return {k: json.loads(v) for k, v in self._rows("SELECT key, value FROM meta")}

    # What lookups ask: node ids by form, without loading nodes.

    def entities_named(self, form: str, *, rank: int | None = None) -> list[tuple[int, int, str]]:
        """(rank, papers, id) of the entities that have `form`: rank 0 their name, 1 an alias, both case
        aside; 2 as a normal form, taken as it is. Without `rank`, names and aliases."""
        ranks = (0, 1) if rank is None else (rank, rank)
        rows = self._rows(
            "SELECT form.rank, entity.papers, entity.key FROM form JOIN entity ON entity.id = node"
            " WHERE folded = ? AND form.rank BETWEEN ? AND ?",
            form if rank == 2 else fold(form),
            *ranks,
        )
        with decoding(self.path):
            return sorted(set(rows), key=lambda row: (row[0], -row[1], row[2]))

    def entity_with_id(self, id: str) -> list[str]:
        """The id itself where an entity has it, else nothing."""
        return [key for (key,) in self._rows("SELECT key FROM entity WHERE key = ?", id)]

    def forms(self) -> Iterator[tuple[str, str, bool]]:
        """(node id, form, whether it is a normal form) of all that finds a node by name: names and aliases of
        an entity and ids of a paper, folded, and normal forms of an entity; sorted."""
        yield from self._decoded(
            form,
            "SELECT DISTINCT paper.key, name, 0 FROM paper_name JOIN paper ON paper.id = paper ORDER BY 1, 2",
        )
        yield from self._decoded(
            form,
            "SELECT DISTINCT entity.key, folded, form.rank = 2 FROM form JOIN entity ON entity.id = node"
            " ORDER BY 1, 3, 2",
        )

    def proposers(self, entity_id: str) -> list[str]:
        """Ids of the papers that propose an entity."""
        rows = self._rows(
            "SELECT paper.key FROM edge JOIN entity ON entity.id = tail JOIN paper ON paper.id = head"
            " WHERE entity.key = ? AND edge.type = ? ORDER BY paper.id",
            entity_id,
            EDGE_CODES["PROPOSES"],
        )
        return [key for (key,) in rows]

    def papers_named(self, text: str) -> list[str]:
        """Ids of the papers that have `text` as an id of any kind, case aside."""
        rows = self._rows(
            "SELECT key FROM paper_name JOIN paper ON paper.id = paper WHERE name = ? ORDER BY paper.id",
            fold(text),
        )
        return [key for (key,) in rows]

    def papers_starting(self, text: str, limit: int = 10) -> list[str]:
        """Ids of papers that have an id starting with `text`, case aside, at most `limit`."""
        low = fold(text)
        rows = self._rows(
            "SELECT DISTINCT key FROM paper_name JOIN paper ON paper.id = paper"
            " WHERE name >= ? AND name < ? ORDER BY paper.id LIMIT ?",
            low,
            low + "\U0010ffff",
            limit,
        )
        return [key for (key,) in rows]

    def papers_titled(self, text: str, *, part: bool = False) -> list[str]:
        """Ids of the papers whose title is `text`, or with `part` holds it; case aside."""
        test = "instr(folded, ?)" if part else "folded = ?"
        rows = self._rows(
            "SELECT DISTINCT paper.key FROM form JOIN paper ON paper.id = node"
            f" WHERE {test} ORDER BY length(folded), paper.id",
            fold(text),
        )
        return [key for (key,) in rows]

    def near(self, text: str) -> Iterator[tuple[float, str, str, str]]:
        """(likeness, form, id, label) of the names, aliases and titles most like `text`, best first."""
        with translated(self.path), decoding(self.path):
            for score, form, node in near(self._db, text):
                key, label, _ = node_name(self._db, node)
                yield score, form, key, label

    # The slim view: integers and short strings, for the graph in memory.

    def node_ids(self) -> list[str]:
        """The id of every node at its number; numbers start at 1, papers come first."""
        if self._keys is None:
            papers = list(self._rows("SELECT id, key FROM paper ORDER BY id"))
            nodes = [*papers, *self._rows("SELECT id, key FROM entity ORDER BY id")]
            if [number for number, _ in nodes] != list(range(1, len(nodes) + 1)):
                raise damaged(self.path, "a paper or entity is missing")
            unsound = self._rows(UNSOUND_EDGES, len(papers), len(nodes))
            if any(unsound):
                raise damaged(self.path, "an edge leads nowhere or is of no known type")
            self._keys = ["", *(key for _, key in nodes)]
        return self._keys

    def slim_papers(self) -> Iterator[tuple[str, str, int | None, str]]:
        """(id, title, year, venue) of every paper, in id order."""
        return self._decoded(slim_paper, "SELECT key, title, year, venue FROM paper ORDER BY id")

    def slim_entities(self) -> Iterator[tuple[str, str, str]]:
        """(id, type, name) of every entity, in id order."""
        return self._decoded(slim_entity, "SELECT key, type, name FROM entity ORDER BY id")

    def slim_edges(self) -> Iterator[tuple[int, int, int, int, float]]:
        """(head, type code, tail, paper, confidence) of every edge; the numbers index `node_ids`."""
        return self._rows("SELECT head, type, tail, paper, confidence FROM edge ORDER BY id")

    def _rows(self, query: str, *values: Any) -> Iterator[Any]:
        # A lone surrogate, which a command line can hold, has no form in UTF-8.
        known = (v.encode("utf-8", "replace").decode() if isinstance(v, str) else v for v in values)
        with translated(self.path):
            # Not `yield from`: where an answer ends early, that would close a cursor of a closed graph.
            for row in self._db.execute(query, tuple(known)):  # noqa: UP028
                yield row

    def _decoded(self, decode: Callable[[Any], T], query: str, *values: Any) -> Iterator[T]:
        with decoding(self.path):
            for row in self._rows(query, *values):
                yield decode(row)

    def _count(self, table: str) -> int:
        ((count,),) = self._rows(f"SELECT count(*) FROM {table}")
        return int(count)

    def _number(self, node_id: str) -> int:
        query = "SELECT id FROM paper WHERE key = ?1 UNION ALL SELECT id FROM entity WHERE key = ?1"
        for (number,) in self._rows(query, node_id):
            return int(number)
        raise NotFoundError(f"no node has the id {node_id!r}; kg search finds nodes by name")
