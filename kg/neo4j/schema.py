"""Constraints and indexes of Neo4j's Community edition, made before the first write."""

from typing import Final

from kg.errors import ServerError
from kg.neo4j.connect import Database
from kg.property_graph import ENTITY
from kg.schema import ENTITY_TYPES, PAPER

#: The full-text index over the names and aliases of entities and the titles of papers.
NAMES: Final = "kg_names"

_CONSTRAINTS: Final = {
    f"kg_{label.lower()}_id": f"FOR (n:{label}) REQUIRE n.id IS UNIQUE"
    for label in (PAPER.name, ENTITY)
}
# Text indexes, because a range index refuses a name of more than 8,167 bytes.
_INDEXES: Final = {
    **{f"kg_{type.lower()}_name": f"FOR (n:{type}) ON (n.name)" for type in ENTITY_TYPES},
    NAMES: f"FOR (n:{PAPER.name}|{ENTITY}) ON EACH [n.name, n.aliases, n.title]",
}


def statements() -> dict[str, str]:
    """The Cypher that makes each constraint and index, by its name; constraints first."""
    made = {
        name: f"CREATE CONSTRAINT {name} IF NOT EXISTS {what}"
        for name, what in _CONSTRAINTS.items()
    }
    for name, what in _INDEXES.items():
        kind = "FULLTEXT" if name == NAMES else "TEXT"
        made[name] = f"CREATE {kind} INDEX {name} IF NOT EXISTS {what}"
    return made


def prepare(database: Database) -> None:
    """Makes what is missing. Raises ServerError where it cannot be made: without constraints, two loads at
    once would make everything twice."""
    present = {
        record["name"]
        for listing in ("SHOW CONSTRAINTS", "SHOW INDEXES")
        for record in database.read(f"{listing} YIELD name")
    }
    for name, statement in statements().items():
        if name not in present:
            try:
                database.write(statement)
            except ServerError as error:
                if name in _CONSTRAINTS and "ConstraintCreationFailed" in str(error):
                    raise ServerError(
                        f"{database.where}: other nodes labelled {PAPER.name} or {ENTITY} share an id;"
                        " load into another database"
                    ) from error
                raise
    database.read("CALL db.awaitIndexes(300)")
