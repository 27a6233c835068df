"""Which papers have all of the given tasks, methods and datasets.

Follows every edge from papers to the entities (bare mentions only with --mentions); --role takes only edges
of that role. What a paper proposes comes before what it evaluates on, compares with, uses, addresses,
mentions.

Columns: `paper`, `title`, `year`, `venue`; `roles`, what each entity is to the paper, in the order asked;
`score`, the summed strength of the roles (proposes 6, evaluates on 5, ... mentions 1).
"""

from collections.abc import Iterator, Mapping
from typing import Any

from kg.schema import ROLES, edge_type
from queries.base.cypher import counts
from queries.base.registry import Parameter, RawRow, question
from queries.base.view import Pattern, View

_STRENGTH = {edge_type(role.name): len(ROLES) - role.rank for role in ROLES.values()}

CYPHER = f"""UNWIND range(0, size($entity) - 1) AS i
MATCH (p:Paper)-[r]->(e:Entity)
WHERE e.id = $entity[i] AND ($role IS NULL OR type(r) = $role)
  AND {counts("p", "r")}
WITH p, i, r ORDER BY i
WITH p, collect(type(r)) AS roles
WHERE size(roles) = size($entity)
RETURN p.id AS paper, roles"""


def _support(view: View, row: RawRow, values: Mapping[str, Any]) -> Iterator[Pattern]:
    return (Pattern(row["paper"], entity) for entity in values["entity"])


@question(
    "papers-with",
    parameters=(
        Parameter("entity", "entity", many=True),
        Parameter("role", "choice", choices=tuple(ROLES), help="Only edges of this role."),
    ),
    cypher=CYPHER,
    fields=("paper", "roles"),
    keys=("paper",),
    score=lambda row: float(sum(_STRENGTH[role] for role in row["roles"])),
    support=_support,
)
def papers_with(view: View, entity: list[str], role: str | None) -> Iterator[RawRow]:
    for paper in view.holders.get(entity[0], ()):
        roles = [view.roles[paper].get(wanted) for wanted in entity]
        if all(found and role in (None, found) for found in roles):
            yield {"paper": paper, "roles": roles}
