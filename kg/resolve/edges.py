"""The edges that one paper's claims give between resolved nodes."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from kg.records import Edge, EntityClaim, Extraction, RelationClaim, Span
from kg.schema import RELATION_TYPES, ROLES, allowed, edge_type


@dataclass(frozen=True, slots=True)
class PaperEdges:
    """A paper's edges, the relations that the schema rejects, and those whose ends became one entity."""

    edges: tuple[Edge, ...]
    rejected: tuple[str, ...]
    loops: tuple[str, ...]


def confident(extraction: Extraction, least: float) -> Extraction:
    """The claims of at least this confidence; a relation needs both its entities."""
    if least <= 0:
        return extraction
    entities = tuple(e for e in extraction.entities if e.confidence >= least)
    names = {e.name for e in entities}
    relations = tuple(
        r
        for r in extraction.relations
        if r.confidence >= least and r.head in names and r.tail in names
    )
    return Extraction(extraction.text, entities, relations)


def edges_of(paper: str, extraction: Extraction, ids: Mapping[str, str]) -> PaperEdges:
    """The edges of `paper`, whose entities resolve as `ids` says (by name); one that it lacks is left out.

    One role edge for an entity: the strongest role, with the highest confidence of the merged claims. One
    relation for ends and type, with its highest confidence.
    """
    roles: dict[str, EntityClaim] = {}
    best: dict[str, float] = {}
    types: dict[str, str] = {}
    left_out = {claim.name for claim in extraction.entities} - ids.keys()
    for claim in extraction.entities:
        if claim.name in left_out:
            continue
        entity = ids[claim.name]
        types[claim.name] = entity.partition(":")[0]
        claim = _typed(claim, types[claim.name])
        best[entity] = max(best.get(entity, 0.0), claim.confidence)
        if entity not in roles or _strength(claim) < _strength(roles[entity]):
            roles[entity] = claim
    edges = [
        Edge(paper, edge_type(claim.role), entity, paper, best[entity], None, _evidence(claim))
        for entity, claim in roles.items()
    ]
    relations: dict[tuple[str, str, str], Edge] = {}
    rejected, loops = [], []
    for relation in extraction.relations:
        if relation.head in left_out or relation.tail in left_out:
            continue
        told = f"{relation.head} {relation.type} {relation.tail}"
        ends = types.get(relation.head, ""), types.get(relation.tail, "")
        if not allowed(ends[0], relation.type, ends[1]):
            rejected.append(
                f"{told}: not between {ends[0] or 'unknown'} and {ends[1] or 'unknown'}"
            )
            continue
        edge = _relation(paper, relation, ids)
        if edge.head == edge.tail:
            loops.append(f"{told}: both are {edge.head}")
            continue
        key = edge.head, edge.type, edge.tail
        if key not in relations or _better(edge) < _better(relations[key]):
            relations[key] = edge
    return PaperEdges((*edges, *relations.values()), tuple(rejected), tuple(loops))


def _typed(claim: EntityClaim, type_: str) -> EntityClaim:
    """The claim of an entity that may have got another type, with a role that this type can have."""
    if type_ in ROLES[claim.role].types:
        return claim
    return replace(claim, role="addresses" if type_ == "Task" else "uses")


def _strength(claim: EntityClaim) -> tuple[int, float, Span, str]:
    return ROLES[claim.role].rank, -claim.confidence, _evidence(claim) or (0, 0), claim.name


def _evidence(claim: EntityClaim) -> Span | None:
    return claim.evidence or (claim.spans[0] if claim.spans else None)


def _relation(paper: str, claim: RelationClaim, ids: Mapping[str, str]) -> Edge:
    head, tail = (ids[claim.head], claim.head_span), (ids[claim.tail], claim.tail_span)
    if RELATION_TYPES[claim.type].symmetric and tail[0] < head[0]:
        head, tail = tail, head
    return Edge(head[0], claim.type, tail[0], paper, claim.confidence, head[1], tail[1])


def _better(edge: Edge) -> tuple[float, Span, Span]:
    return -edge.confidence, edge.head_span or (0, 0), edge.tail_span or (0, 0)
