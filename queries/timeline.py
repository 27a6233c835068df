"""In which years papers had a task, method or dataset, where years are known.

Follows every edge from papers to the entity (bare mentions only with --mentions). Papers without a year are
left out. Rows come by year, not by size.

Columns: `year`; `papers`, how many papers of that year have it; in how many of them each role holds
(`proposes`, `evaluates_on`, `compares_with`, `uses`, `addresses`).
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from queries.base.cypher import counts
from queries.base.registry import Parameter, RawRow, question
from queries.base.roles import BY_ROLE, ROLE_FIELDS, by_role
from queries.base.view import Pattern, View

CYPHER = f"""MATCH (p:Paper)-[r]->(e:Entity {{id: $entity}})
WHERE p.year IS NOT NULL AND {counts("p", "r")}
RETURN p.year AS year, count(DISTINCT p) AS papers{BY_ROLE}"""


def _support(view: View, row: RawRow, values: Mapping[str, Any]) -> Iterator[Pattern]:
    entity = values["entity"]
    for paper in view.holders[entity]:
        if view.nodes[paper].get("year") == row["year"]:
            yield Pattern(paper, entity)


@question(
    "timeline",
    parameters=(Parameter("entity", "entity"),),
    cypher=CYPHER,
    fields=("year", "papers", *ROLE_FIELDS),
    keys=("year",),
    score=None,
    support=_support,
)
def timeline(view: View, entity: str) -> Iterator[RawRow]:
    said: dict[int, Counter[str]] = {}
    for paper, how in view.holders.get(entity, {}).items():
        year = view.nodes[paper].get("year")
        if year is not None:
            said.setdefault(year, Counter())[how] += 1
    for year, roles in said.items():
        yield {"year": year, "papers": roles.total(), **by_role(roles)}
