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
from queries.base.together import ANY_ROLE
from queries.base.view import MENTIONS, Pattern, View

_ROLES = tuple(role for role in ANY_ROLE if role != MENTIONS)
_COLUMNS = "".join(
    f",\n  count(DISTINCT CASE type(r) WHEN '{role}' THEN p END) AS {role.lower()}"
    for role in _ROLES
)

CYPHER = f"""MATCH (p:Paper)-[r]->(e:Entity {{id: $entity}})
WHERE p.year IS NOT NULL AND {counts("p", "r")}
RETURN p.year AS year, count(DISTINCT p) AS papers{_COLUMNS}"""


def _support(view: View, row: RawRow, values: Mapping[str, Any]) -> Iterator[Pattern]:
    entity = values["entity"]
    for paper in view.holders[entity]:
        if view.nodes[paper].get("year") == row["year"]:
            yield Pattern(paper, entity)


@question(
    "timeline",
    parameters=(Parameter("entity", "entity"),),
    cypher=CYPHER,
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
        by_role = {how.lower(): roles[how] for how in _ROLES}
        yield {"year": year, "papers": roles.total(), **by_role}
