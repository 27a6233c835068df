"""The graph's closed schema as data: one row an entity type, role or relation type.

The relation set is that of SciER (Zhang et al., EMNLP 2024) without synonymy, which is resolution's business.
Adding a type means adding a row here.
"""

from typing import Final, NamedTuple


class EntityType(NamedTuple):
    """A label of an entity node; `colour` is from the Okabe-Ito palette, `shape` a vis-network shape."""

    name: str
    plural: str
    colour: str
    shape: str


class Role(NamedTuple):
    """What an entity is to a paper; `rank` 0 is the strongest. The edge type is the upper-cased name."""

    name: str
    rank: int
    types: tuple[str, ...]
    phrase: str


class RelationType(NamedTuple):
    """An edge between entities: `pairs` lists the (head type, tail type) combinations it allows."""

    name: str
    pairs: tuple[tuple[str, str], ...]
    symmetric: bool
    phrase: str


_ENTITY_TYPES: Final = (
    EntityType("Task", "tasks", "#0072B2", "diamond"),
    EntityType("Method", "methods", "#D55E00", "dot"),
    EntityType("Dataset", "datasets", "#009E73", "square"),
)

ENTITY_TYPES: Final[dict[str, EntityType]] = {t.name: t for t in _ENTITY_TYPES}

_ANY: Final = tuple(ENTITY_TYPES)

_ROLES: Final = (
    Role("proposes", 0, _ANY, "proposes"),
    Role("evaluates_on", 1, ("Dataset",), "evaluates on"),
    Role("compares_with", 2, ("Method", "Dataset"), "compares with"),
    Role("uses", 3, _ANY, "uses"),
    Role("addresses", 4, ("Task",), "addresses"),
    Role("mentions", 5, _ANY, "mentions"),
)

ROLES: Final[dict[str, Role]] = {r.name: r for r in _ROLES}

_SAME: Final = tuple((t, t) for t in _ANY)

_RELATION_TYPES: Final = (
    RelationType("USED_FOR", (("Method", "Task"), ("Method", "Method")), False, "used for"),
    RelationType("PART_OF", (("Method", "Method"), ("Dataset", "Dataset")), False, "part of"),
    RelationType("SUBCLASS_OF", _SAME, False, "kind of"),
    RelationType("SUBTASK_OF", (("Task", "Task"),), False, "subtask of"),
    RelationType("TRAINED_WITH", (("Method", "Dataset"),), False, "trained with"),
    RelationType("EVALUATED_WITH", (("Method", "Dataset"),), False, "evaluated with"),
    RelationType(
        "BENCHMARK_FOR", (("Dataset", "Task"), ("Dataset", "Method")), False, "benchmark for"
    ),
    RelationType(
        "COMPARED_WITH", (("Method", "Method"), ("Dataset", "Dataset")), True, "compared with"
    ),
)

RELATION_TYPES: Final[dict[str, RelationType]] = {r.name: r for r in _RELATION_TYPES}

#: Node label and colour of a paper.
PAPER: Final = EntityType("Paper", "papers", "#6E6E6E", "box")

#: What a node of ours has as its property `loaded_by` in a database that may hold other nodes.
LOADED_BY: Final = "paper-kg"


def edge_type(role: str) -> str:
    """The type of the edge from a paper that `role` gives: `evaluates_on` -> `EVALUATES_ON`."""
    return role.upper()


def allowed(head_type: str, relation: str, tail_type: str) -> bool:
    """Whether the schema lets `relation` lead from `head_type` to `tail_type`."""
    row = RELATION_TYPES.get(relation)
    return row is not None and (head_type, tail_type) in row.pairs


def type_name(text: str) -> str:
    """An entity type in the schema's spelling, from any case; whether there is such a type it does not say."""
    return text.strip().capitalize()


def role_name(text: str) -> str:
    """A role in the schema's spelling, from any case, with hyphens or spaces (`Evaluates-On`); whether there
    is such a role it does not say. Without one, an entity is a bare mention."""
    return text.strip().lower().replace("-", "_").replace(" ", "_") or "mentions"


def relation_name(text: str) -> str:
    """The schema's name for a relation in any case, with hyphens or spaces (`Compare-With`); else ''."""
    name = text.strip().upper().replace("-", "_").replace(" ", "_")
    name = {"COMPARE_WITH": "COMPARED_WITH"}.get(name, name)
    return name if name in RELATION_TYPES else ""
