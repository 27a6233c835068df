"""A named question put to Neo4j: its Cypher there, all else as for the embedded graph."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final

import queries
from kg.ask import resolved
from kg.graph import graph_of
from kg.neo4j.connect import Database
from kg.neo4j.names import Names
from kg.property_graph import ENTITY
from kg.records import Evidence
from kg.schema import ENTITY_TYPES, PAPER
from queries.base.ask import answered, prepared
from queries.base.cypher import PAPERS_N
from queries.base.options import cap
from queries.base.pairs import left_out_cypher
from queries.base.view import View

#: Rows beyond the limit that the server sends, so that shared code decides between close scores.
_MARGIN: Final = 50

_TYPES: Final = [PAPER.name, *ENTITY_TYPES]

_NODES: Final = f"""UNWIND $ids AS id
MATCH (n:{PAPER.name} {{id: id}})
RETURN id, '{PAPER.name}' AS label, n.title AS name, n.year AS year, n.venue AS venue
UNION ALL
UNWIND $ids AS id
MATCH (n:{ENTITY} {{id: id}})
RETURN id, [type IN labels(n) WHERE type IN $types][0] AS label,
  coalesce(n.full_name, n.name) AS name, null AS year, null AS venue"""

_EDGES: Final = f"""UNWIND $ids AS id
MATCH (n:{ENTITY} {{id: id}})<-[r]-(p:{PAPER.name})
WHERE r.paper = p.id
RETURN p.id AS head, id AS tail, type(r) AS type, r.paper AS paper, r.confidence AS confidence
UNION ALL
UNWIND $ids AS id
MATCH (n:{ENTITY} {{id: id}})-[r]->(m:{ENTITY})
WHERE m.id IN $ids AND r.paper IS NOT NULL
RETURN id AS head, m.id AS tail, type(r) AS type, r.paper AS paper, r.confidence AS confidence"""

_SENTENCES: Final = """UNWIND $links AS link
MATCH (a:{head} {{id: link[0]}})-[r]->(b:{ENTITY} {{id: link[2]}})
WHERE type(r) = link[1] AND r.paper = link[3]
RETURN link[0] AS head, link[1] AS type, link[2] AS tail, link[3] AS paper,
  coalesce(r.sentence, '') AS sentence, coalesce(r.start, 0) AS start, coalesce(r.end, 0) AS end"""


def ask(
    database: Database,
    name: str,
    values: Mapping[str, Any] | None = None,
    options: queries.Options | None = None,
) -> queries.Answer:
    """The answer of a loaded database to the question `name`, equal to that of the graph it was loaded from.

    Parameters, notes and errors are those of `kg.ask.ask`; besides ServerError.
    """
    question = queries.find(name)
    given, notes = resolved(Names(database), question, values or {})
    known, options = prepared(question, given, options or queries.Options())
    home = Neo4jHome(database, options, known)
    answer = answered(question, home, known, options)
    return queries.Answer(answer.rows, (*notes, *answer.notes))


class Neo4jHome:
    """A loaded database as a home of the graph, opened for one question."""

    def __init__(
        self, database: Database, options: queries.Options, values: Mapping[str, Any]
    ) -> None:
        self._database = database
        self._options = options
        self._keep = values.get("paper")
        self._parameters = {**options.cypher_parameters(self._keep), **values}
        if options.limit:
            self._parameters["rows"] = options.limit + _MARGIN

    def raw(
        self, question: queries.Question, values: Mapping[str, Any]
    ) -> Iterable[dict[str, Any]]:
        return (record.data() for record in self._read(question.cypher))

    def nodes(self, ids: AbstractSet[str]) -> dict[str, dict[str, Any]]:
        found: dict[str, dict[str, Any]] = {}
        for record in self._read(_NODES, ids=sorted(ids), types=_TYPES):
            id, label = record["id"], record["label"]
            if label == PAPER.name:
                known = {k: record[k] for k in ("year", "venue") if record[k] is not None}
                found[id] = {"label": label, "title": record["name"], **known}
            else:
                found[id] = {"label": label, "name": record["name"]}
        return found

    def left_out(self, kind: str) -> tuple[list[dict[str, Any]], int]:
        rows = [record.data() for record in self._read(left_out_cypher(kind))]
        if not rows:
            return [], 0
        ((n,),) = self._read(f"{PAPERS_N}\nRETURN n")
        return sorted(rows, key=lambda row: (-row["df"], row["id"])), cap(self._options, n)

    def view(self, ids: AbstractSet[str]) -> View:
        edges = [tuple(record.values()) for record in self._read(_EDGES, ids=sorted(ids))]
        ends = {id for edge in edges for id in (edge[0], edge[1], edge[3])}
        return View(graph_of(self.nodes(ids | ends), edges), self._options, keep=self._keep)

    def evidence(self, links: Sequence[queries.Link]) -> dict[queries.Link, Evidence]:
        by_head: defaultdict[str, list[queries.Link]] = defaultdict(list)
        for link in links:
            by_head[PAPER.name if link.head == link.paper else ENTITY].append(link)
        found: dict[queries.Link, Evidence] = {}
        for head, some in by_head.items():
            known = {link[:4]: link for link in some}
            query = _SENTENCES.format(head=head, ENTITY=ENTITY)
            for row in self._read(query, links=[list(key) for key in known]):
                *key, sentence, start, end = row.values()
                link = known[tuple(key)]
                found[link] = Evidence(link.paper, sentence, start, end, ())
        return found

    def _read(self, query: str, **more: Any) -> list[Any]:
        return list(self._database.read(query, **self._parameters, **more))
