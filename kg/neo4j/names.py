"""Names as people write them to nodes of Neo4j: what `kg.lookup` asks, answered by a database."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from kg.errors import NotFoundError
from kg.neo4j.connect import Database
from kg.neo4j.schema import NAMES
from kg.property_graph import ENTITY, stored_id
from kg.records import EntityNode, PaperNode
from kg.schema import ENTITY_TYPES, PAPER
from kg.store.trigrams import fold, likeness

_ROLE: Final = "r.paper = p.id"
_COUNTED: Final = f"COUNT {{ (p:{PAPER.name})-[r]->(e) WHERE {_ROLE} }} AS papers"

_WORD: Final = re.compile(r"\w+")
_LONGEST_WORD: Final = 60  # the index refuses to search for one of a thousand letters
_CANDIDATES: Final = 200
_LIKE: Final = 0.25  # below this a name is not near


class Names:
    """The nodes of a database by name; each method answers as that of `kg.store.Store`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def entity(self, id: str) -> EntityNode:
        for record in self._database.read(
            f"MATCH (e:{ENTITY} {{id: $id}}) RETURN e {{.*}} AS e, labels(e) AS labels",
            id=stored_id(id),
        ):
            return entity_node(record["e"], record["labels"])
        raise NotFoundError(f"no entity has the id {id!r}; kg cypher --neo4j finds what there is")

    def paper(self, id: str) -> PaperNode:
        for record in self._database.read(
            f"MATCH (p:{PAPER.name} {{id: $id}}) RETURN p {{.*}} AS p", id=stored_id(id)
        ):
            return paper_node(record["p"])
        raise NotFoundError(f"no paper has the id {id!r}; kg cypher --neo4j finds what there is")

    def entity_with_id(self, id: str) -> list[str]:
        return self._ids(f"MATCH (e:{ENTITY} {{id: $id}}) RETURN e.id AS id", id=stored_id(id))

    def entities_named(self, form: str, *, rank: int | None = None) -> list[tuple[int, int, str]]:
        if rank == 2:
            test, value = "$value IN e.keys", stored_text(form)
        else:
            test, value = "$value IN e.spellings", fold(form)
        rows = [
            (
                2 if rank == 2 else int(fold(record["name"]) != value),
                int(record["papers"]),
                str(record["id"]),
            )
            for record in self._database.read(
                f"MATCH (e:{ENTITY}) WHERE {test} RETURN e.id AS id,"
                f" coalesce(e.full_name, e.name) AS name, {_COUNTED}",
                value=value,
            )
        ]
        return sorted(rows, key=lambda row: (row[0], -row[1], row[2]))

    def proposers(self, entity_id: str) -> list[str]:
        return self._ids(
            f"MATCH (p:{PAPER.name})-[r:PROPOSES]->(:{ENTITY} {{id: $id}}) WHERE {_ROLE}"
            " RETURN p.id AS id ORDER BY id",
            id=stored_id(entity_id),
        )

    def papers_named(self, text: str) -> list[str]:
        return self._ids(
            f"MATCH (p:{PAPER.name}) WHERE $value IN p.spellings RETURN p.id AS id ORDER BY id",
            value=fold(text),
        )

    def papers_starting(self, text: str, limit: int) -> list[str]:
        return self._ids(
            f"MATCH (p:{PAPER.name}) WHERE any(name IN p.spellings WHERE name STARTS WITH $value)"
            " RETURN p.id AS id ORDER BY id LIMIT $limit",
            value=fold(text),
            limit=limit,
        )

    def papers_titled(self, text: str, *, part: bool = False) -> list[str]:
        # Folded here and not by the server, whose toLower knows other rules than Python's casefold.
        wanted = fold(text)
        found = []
        for record in self._database.read(
            f"MATCH (p:{PAPER.name}) WHERE p.loaded_by IS NOT NULL RETURN p.id AS id, p.title AS title"
        ):
            title = fold(record["title"])
            if wanted in title if part else wanted == title:
                found.append((len(title), str(record["id"])))
        return [id for _, id in sorted(found)]

    def near(self, text: str) -> Iterator[tuple[float, str, str, str]]:
        # Only words reach the index's own query language, in which other signs have a meaning.
        query = " OR ".join(
            f"{word.lower()}~ OR {word.lower()}*"
            for word in (found[:_LONGEST_WORD] for found in _WORD.findall(text)[:8])
        )
        if not query:
            return
        scored = []
        for record in self._database.read(
            f"CALL db.index.fulltext.queryNodes('{NAMES}', $text, {{limit: {_CANDIDATES}}})"
            " YIELD node AS n RETURN n.id AS id, labels(n) AS labels,"
            " coalesce(n.title, n.name) AS name, coalesce(n.aliases, []) AS aliases",
            text=query,
        ):
            label = _type(record["labels"])
            for form in (record["name"], *record["aliases"]):
                score = likeness(form, text)
                if score >= _LIKE:
                    scored.append((score, form, str(record["id"]), label))
        yield from sorted(scored, key=lambda row: (-row[0], row[2], row[1]))

    def meta(self) -> dict[str, Any]:
        return {}  # a database holds the graph, not how it was made

    def _ids(self, query: str, **values: Any) -> list[str]:
        return [str(record["id"]) for record in self._database.read(query, **values)]


def stored_text(text: str) -> str:
    """`text` as the driver can send it: a command line may hold lone surrogates."""
    return text.encode("utf-8", "replace").decode()


def entity_node(properties: dict[str, Any], labels: list[str]) -> EntityNode:
    """The record of an entity from its properties and labels."""
    name = properties.get("full_name") or properties.get("name", "")
    return EntityNode(properties["id"], _type(labels), name, tuple(properties.get("aliases", ())))


def paper_node(properties: dict[str, Any]) -> PaperNode:
    """The record of a paper from its properties."""
    title = properties.get("title", "")
    return PaperNode(
        id=properties["id"],
        title=title,
        given_title=title,
        abstract=properties.get("abstract", ""),
        year=properties.get("year"),
        venue=properties.get("venue", ""),
        authors=tuple(properties.get("authors", ())),
        url=properties.get("url", ""),
        ids=tuple(properties.get("ids", ())),
        extra=json.loads(properties.get("extra", "{}")),
    )


def _type(labels: list[str]) -> str:
    return next((type for type in (PAPER.name, *ENTITY_TYPES) if type in labels), ENTITY)
