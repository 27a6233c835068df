"""What a picture is drawn from: the nodes and claims of a store that pass the view's filters."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Protocol

from kg.records import Edge, EntityNode, PaperNode
from kg.schema import ROLES, edge_type

MENTIONS = edge_type("mentions")

#: Edge type -> how much it says (0 the most) for the edges that lead from a paper.
ROLE_RANK = {edge_type(role.name): role.rank for role in ROLES.values()}


class Source(Protocol):
    """What the picture reads; `kg.store` gives it."""

    def papers(self) -> Iterable[PaperNode]: ...

    def entities(self) -> Iterable[EntityNode]: ...

    def edges(self) -> Iterable[Edge]: ...


@dataclass(frozen=True, slots=True)
class PictureGraph:
    """Papers, entities and claims by id; `links` joins two ids where a claim worth drawing does.

    `spread` counts the papers that name an entity in such a claim. `best` is the rank of the strongest role
    that any paper gives the entity, `roles` counts the papers by the type of their edge to it.
    """

    papers: dict[str, PaperNode]
    entities: dict[str, EntityNode]
    edges: tuple[Edge, ...]
    links: dict[str, dict[str, int]]
    spread: dict[str, int]
    best: dict[str, int]
    roles: dict[str, dict[str, int]]
    mentions_drawn: bool
    filtered: bool

    def ids(self) -> list[str]:
        """Every node id, papers first, each group in id order."""
        return [*self.papers, *self.entities]

    def worth(self, node: str) -> tuple[int, int, int, str]:
        """A sort key, most telling node first: widely shared entities, then well connected papers."""
        return (
            -self.spread.get(node, 0),
            self.best.get(node, len(ROLES)),
            -len(self.links.get(node, ())),
            node,
        )


def read_graph(
    store: Source,
    *,
    types: Collection[str] = (),
    roles: Collection[str] = (),
    min_confidence: float = 0.0,
) -> PictureGraph:
    """The graph that a view asks for.

    `types` keeps entities of these types (all when empty), `roles` edges from a paper with these roles,
    `min_confidence` claims at or above it. Bare mentions count as links only if `roles` names them or
    nothing else is there. With any filter, entities without a claim left are dropped.
    """
    entities = {e.id: e for e in sorted(store.entities(), key=lambda e: e.id)}
    entities = {key: e for key, e in entities.items() if not types or e.type in types}
    papers = {p.id: p for p in sorted(store.papers(), key=lambda p: p.id)}
    known = papers.keys() | entities.keys()
    wanted_roles = {edge_type(role) for role in roles}
    edges = tuple(
        sorted(
            (
                e
                for e in store.edges()
                if e.head in known
                and e.tail in known
                and e.confidence >= min_confidence
                and (not wanted_roles or e.head not in papers or e.type in wanted_roles)
            ),
            key=lambda e: (e.head, e.type, e.tail, e.paper),
        )
    )
    filtered = bool(types or roles or min_confidence > 0)
    if filtered:
        named = {e.tail for e in edges if e.head in papers}
        entities = {key: e for key, e in entities.items() if key in named}
        kept = papers.keys() | entities.keys()
        edges = tuple(e for e in edges if e.head in kept and e.tail in kept)
    mentions = MENTIONS in wanted_roles or all(e.type == MENTIONS for e in edges)
    drawn = [e for e in edges if mentions or e.type != MENTIONS]
    return PictureGraph(
        papers=papers,
        entities=entities,
        edges=edges,
        links=_links(drawn),
        spread=_spread(drawn, papers),
        best=_best(drawn),
        roles=_roles(e for e in edges if e.head in papers),
        mentions_drawn=mentions,
        filtered=filtered,
    )


def _links(edges: Iterable[Edge]) -> dict[str, dict[str, int]]:
    links: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for edge in edges:
        links[edge.head][edge.tail] += 1
        links[edge.tail][edge.head] += 1
    return {node: dict(others) for node, others in links.items()}


def _spread(edges: Iterable[Edge], papers: Collection[str]) -> dict[str, int]:
    pairs = {(e.tail, e.head) for e in edges if e.head in papers}
    return dict(Counter(entity for entity, _ in pairs))


def _roles(edges: Iterable[Edge]) -> dict[str, dict[str, int]]:
    roles: dict[str, dict[str, int]] = defaultdict(dict)
    for edge in edges:
        roles[edge.tail][edge.type] = roles[edge.tail].get(edge.type, 0) + 1
    return dict(roles)


def _best(edges: Iterable[Edge]) -> dict[str, int]:
    best: dict[str, int] = {}
    for edge in edges:
        rank = ROLE_RANK.get(edge.type)
        if rank is not None:
            best[edge.tail] = min(rank, best.get(edge.tail, rank))
    return best
