"""What entities are to papers, as edge types, and how many papers hold each."""

from collections import Counter
from typing import Final

from kg.schema import ROLES, edge_type

#: Every edge type from a paper, strongest first.
ANY_ROLE: Final = tuple(edge_type(role) for role in ROLES)

MENTIONS: Final = edge_type("mentions")

#: Those that say more than a bare mention.
STATED: Final = tuple(role for role in ANY_ROLE if role != MENTIONS)


def roles_of(kind: str) -> tuple[str, ...]:
    """The edge types that papers have towards entities of type `kind`, without bare mentions."""
    return tuple(role for role in STATED if kind in ROLES[role.lower()].types)


#: The columns of a row that count papers by role, strongest first.
ROLE_FIELDS: Final = tuple(role.lower() for role in STATED)


def by_role(said: Counter[str]) -> dict[str, int]:
    """The columns `ROLE_FIELDS` of a row: `{"proposes": 2, ...}`."""
    return {role.lower(): said[role] for role in STATED}


#: The same columns in Cypher, for a paper `p` with an edge `r`; begins with a comma.
BY_ROLE: Final = "".join(
    f",\n  count(DISTINCT CASE type(r) WHEN '{role}' THEN p END) AS {role.lower()}"
    for role in STATED
)
