"""What there is to ask for in Cypher: labels, relationship types, properties, and queries to start from."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from kg.cypher.values import HIDDEN
from kg.property_graph import EDGE_PROPERTIES, ENTITY, ENTITY_PROPERTIES, PAPER_PROPERTIES
from kg.schema import ENTITY_TYPES, PAPER, RELATION_TYPES, ROLES, edge_type

#: Five queries that run on the graph file and on Neo4j alike.
EXAMPLES: Final = (
    """MATCH (p:Paper)-[:PROPOSES]->(m:Method)-[:USED_FOR]->(t:Task)
RETURN t.name AS task, m.name AS method, p.title AS paper ORDER BY task, method LIMIT 20""",
    """MATCH (m:Method)<-[:USES|PROPOSES]-(p:Paper)
RETURN m.name AS method, count(DISTINCT p) AS papers ORDER BY papers DESC, method LIMIT 10""",
    """MATCH (a:Paper)-[:USES]->(m:Method)<-[:USES]-(b:Paper) WHERE a.id < b.id
WITH a, b, m ORDER BY m.name
RETURN a.title AS one, b.title AS other, collect(m.name) AS shared
ORDER BY size(shared) DESC, one, other LIMIT 10""",
    """MATCH (a:Method)-[r:COMPARED_WITH]-(b:Method) WHERE a.name < b.name
RETURN a.name AS one, b.name AS other, count(r) AS papers ORDER BY papers DESC, one, other LIMIT 10""",
    """MATCH (p:Paper)-[r:EVALUATES_ON]->(d:Dataset) WHERE r.confidence >= 0.5
RETURN d.name AS dataset, p.title AS paper, r.sentence AS sentence ORDER BY dataset, paper LIMIT 10""",
)


def rows(counts: Mapping[str, int]) -> Iterator[dict[str, Any]]:
    """Rows `kind`, `name`, `what`, `count` (of nodes or relationships, by label or type, where known)."""
    for type in (PAPER, *ENTITY_TYPES.values()):
        name = PAPER.name if type == PAPER else f"{ENTITY}:{type.name}"
        yield _row("label", name, f"one of the {type.plural}", counts.get(type.name))
    for role in ROLES.values():
        what = f"(:Paper)-->(:{'|'.join(role.types)})"
        yield _row("relationship", edge_type(role.name), what, counts.get(edge_type(role.name)))
    for relation in RELATION_TYPES.values():
        what = ", ".join(f"(:{head})-->(:{tail})" for head, tail in relation.pairs)
        yield _row("relationship", relation.name, what, counts.get(relation.name))
    for owner, properties in (
        (PAPER.name, PAPER_PROPERTIES),
        (ENTITY, ENTITY_PROPERTIES),
        ("relationship", EDGE_PROPERTIES),
    ):
        for name, type_ in properties.items():
            if name not in HIDDEN:
                yield _row("property", f"{owner}.{name}", type_, None)
    for number, query in enumerate(EXAMPLES, 1):
        yield _row("example", str(number), query, None)


def _row(kind: str, name: str, what: str, count: int | None) -> dict[str, Any]:
    return {"kind": kind, "name": name, "what": what, "count": count}
