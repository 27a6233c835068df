"""All that a graph holds about one node, as flat rows: what `kg show` prints.

Rows have the keys of `COLUMNS`. `section` says what a row is; `type` is an edge type, a label or the name of
a field; `id` and `name` are the node at the other end; `count` is in how many papers; `text` is the sentence
that states it, or a field's value.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from kg.errors import NotFoundError
from kg.evidence import evidence
from kg.lookup import Found, find_entity, find_paper
from kg.records import Edge, EntityNode, PaperNode
from kg.schema import PAPER, RELATION_TYPES, ROLES, edge_type
from kg.store import Store

COLUMNS: Final = ("section", "type", "id", "name", "year", "count", "confidence", "text")

Row = dict[str, Any]

#: Edge types of papers -> roles, the strongest first.
ROLE_OF: Final = {edge_type(role): role for role in ROLES}
_RANK: Final = {type_: rank for rank, type_ in enumerate(ROLE_OF)}


@dataclass(frozen=True, slots=True)
class Section:
    """Rows of one kind: `size` says how many there are, `rows` are made as they are drawn."""

    name: str
    size: int
    rows: Iterable[Row]


def find_node(store: Store, name: str) -> Found[EntityNode] | Found[PaperNode]:
    """The entity that `name` means, else the paper. Raises NotFoundError with near names of entities."""
    try:
        return find_entity(store, name)
    except NotFoundError as unknown:
        try:
            return find_paper(store, name)
        except NotFoundError:
            raise unknown from None


def describe(store: Store, node: EntityNode | PaperNode) -> Iterator[Section]:
    """The sections of an entity or a paper."""
    if isinstance(node, EntityNode):
        return describe_entity(store, node)
    return describe_paper(store, node)


def describe_entity(store: Store, entity: EntityNode) -> Iterator[Section]:
    """The entity, its aliases, roles, relations, papers, and why its forms are one entity."""
    edges = list(store.edges_of(entity.id))
    roles = sorted((e for e in edges if e.head == e.paper), key=lambda e: (_RANK[e.type], e.paper))
    node = {"type": entity.type, "id": entity.id, "name": entity.name}
    yield _section("node", [node | {"count": len({e.paper for e in roles})}])
    yield _section("alias", [{"name": alias} for alias in entity.aliases])
    counts = Counter(e.type for e in roles)
    yield _section("role", [{"type": ROLE_OF[t], "count": n} for t, n in counts.items()])
    yield _relations(store, entity, [e for e in edges if e.head != e.paper])
    yield Section("paper", len(roles), _rows("paper", (_of_paper(store, e) for e in roles)))
    merges = store.why(entity.id)
    told = [
        {"name": m["form"], "text": ": ".join(filter(None, (m["reason"], m["detail"])))}
        for m in merges
    ]
    yield _section("why", told)


def describe_paper(store: Store, paper: PaperNode) -> Iterator[Section]:
    """The paper, its attributes, its entities by role and the relations it states, with their sentences."""
    node = {"type": PAPER.name, "id": paper.id, "name": paper.title, "year": paper.year}
    yield _section("node", [node])
    fields = {
        "authors": "; ".join(paper.authors),
        "venue": paper.venue,
        "url": paper.url,
        "ids": "; ".join(paper.ids),
        "abstract": paper.abstract,
    }
    yield _section(
        "field", [{"type": name, "text": value} for name, value in fields.items() if value]
    )
    edges = list(store.edges_of(paper.id))
    roles = sorted((e for e in edges if e.head == paper.id), key=lambda e: (_RANK[e.type], e.tail))
    entities = (_claim(paper, e, ROLE_OF[e.type], e.tail, _name(store, e.tail)) for e in roles)
    yield Section("entity", len(roles), _rows("entity", entities))
    relations = [e for e in edges if e.head != paper.id]
    stated = (
        _claim(
            paper,
            e,
            e.type,
            None,
            f"{_name(store, e.head)} {_arrow(e, True)} {_name(store, e.tail)}",
        )
        for e in relations
    )
    yield Section("relation", len(relations), _rows("relation", stated))


def _relations(store: Store, entity: EntityNode, edges: Iterable[Edge]) -> Section:
    """One row another entity, type and direction, the most stated first."""
    found: defaultdict[tuple[str, str, str], list[Edge]] = defaultdict(list)
    for edge in edges:
        outward = edge.head == entity.id
        found[_arrow(edge, outward), edge.type, edge.tail if outward else edge.head].append(edge)
    ordered = sorted(found.items(), key=lambda item: (-len(item[1]), item[0]))
    rows = (
        {
            "type": f"{arrow} {type_}",
            "id": other,
            "name": _name(store, other),
            "count": len({e.paper for e in same}),
            "confidence": max(e.confidence for e in same),
        }
        for (arrow, type_, other), same in ordered
    )
    return Section("relation", len(ordered), _rows("relation", rows))


def _arrow(edge: Edge, outward: bool) -> str:
    if RELATION_TYPES[edge.type].symmetric:
        return "↔"
    return "→" if outward else "←"


def _of_paper(store: Store, edge: Edge) -> Row:
    paper = store.paper(edge.paper)
    return _claim(paper, edge, ROLE_OF[edge.type], paper.id, paper.title) | {"year": paper.year}


def _claim(paper: PaperNode, edge: Edge, type_: str, id_: str | None, name: str) -> Row:
    sentence = evidence(paper.abstract, edge).sentence
    return {"type": type_, "id": id_, "name": name, "confidence": edge.confidence, "text": sentence}


def _name(store: Store, entity: str) -> str:
    return store.entity(entity).name


def _section(name: str, rows: Sequence[Row]) -> Section:
    return Section(name, len(rows), _rows(name, rows))


def _rows(section: str, rows: Iterable[Row]) -> Iterator[Row]:
    return ({**dict.fromkeys(COLUMNS), **row, "section": section} for row in rows)
