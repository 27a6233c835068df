"""Which tasks, methods and datasets stand in the most papers.

Follows every edge from papers to entities (bare mentions only with --mentions); --type takes only entities of
that type, --role only edges of that role.

Columns: `id`, `name`, `type`; `papers`, how many papers have it; in how many of them each role holds
(`proposes`, `evaluates_on`, `compares_with`, `uses`, `addresses`); `score`, the same as `papers`.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from kg.schema import ENTITY_TYPES, ROLES
from queries.base.cypher import best, counts
from queries.base.registry import Parameter, RawRow, question
from queries.base.roles import BY_ROLE, ROLE_FIELDS, by_role
from queries.base.view import Pattern, View

CYPHER = f"""MATCH (p:Paper)-[r]->(e:Entity)
WHERE ($type IS NULL OR $type IN labels(e)) AND ($role IS NULL OR type(r) = $role)
  AND {counts("p", "r")}
RETURN e.id AS id, count(DISTINCT p) AS papers{BY_ROLE}{best("papers DESC, id")}"""


def _support(view: View, row: RawRow, values: Mapping[str, Any]) -> Iterator[Pattern]:
    types = (values["role"],) if values["role"] else ()
    return (Pattern(paper, row["id"], types) for paper in view.holders[row["id"]])


@question(
    "top",
    parameters=(
        Parameter("type", "choice", choices=tuple(ENTITY_TYPES), help="Only this type."),
        Parameter("role", "choice", choices=tuple(ROLES), help="Only edges of this role."),
    ),
    cypher=CYPHER,
    fields=("id", "papers", *ROLE_FIELDS),
    keys=("id",),
    score=lambda row: float(row["papers"]),
    support=_support,
    # The name and the type say what the id says, `papers` what the score says.
    spare=("id", "score"),
)
def top(view: View, type: str | None, role: str | None) -> Iterator[RawRow]:
    for entity, papers in view.holders.items():
        if type is not None and view.type_of(entity) != type:
            continue
        said = Counter(how for how in papers.values() if role in (None, how))
        if said:
            yield {"id": entity, "papers": said.total(), **by_role(said)}
