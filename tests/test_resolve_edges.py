"""The edges of one paper, once its entities are resolved."""

from kg.records import EntityClaim, Extraction, RelationClaim
from kg.resolve.edges import confident, edges_of


def entity(name: str, role: str = "uses", confidence: float = 1.0, start: int = 0) -> EntityClaim:
    return EntityClaim("Method", name, (name,), role, confidence, ((start, start + len(name)),))


def relation(head: str, type: str, tail: str, confidence: float = 1.0) -> RelationClaim:
    return RelationClaim(head, type, tail, confidence, (0, 1), (2, 3))


IDS = {"a": "Method:a", "b": "Method:b", "b2": "Method:b"}


def test_of_merged_claims_the_strongest_role_and_the_highest_confidence_stay() -> None:
    found = edges_of(
        "p", Extraction("", (entity("b", "uses", 0.9), entity("b2", "proposes", 0.4, 7))), IDS
    )
    (edge,) = found.edges
    assert (edge.type, edge.confidence, edge.tail_span) == ("PROPOSES", 0.9, (7, 9))


def test_the_evidence_of_a_role_is_the_mention_that_gave_it() -> None:
    claim = EntityClaim("Method", "a", ("a",), "uses", 1.0, ((0, 1), (5, 6)), (), (5, 6))
    (edge,) = edges_of("p", Extraction("", (claim,)), IDS).edges
    assert (edge.head, edge.head_span, edge.tail_span) == ("p", None, (5, 6))


def test_relations_of_merged_ends_are_one_with_the_highest_confidence() -> None:
    claims = (relation("a", "USED_FOR", "b", 0.3), relation("a", "USED_FOR", "b2", 0.7))
    entities = (entity("a"), entity("b"), entity("b2"))
    found = [e for e in edges_of("p", Extraction("", entities, claims), IDS).edges if e.head != "p"]
    assert [(e.head, e.type, e.tail, e.confidence) for e in found] == [
        ("Method:a", "USED_FOR", "Method:b", 0.7)
    ]


def test_comparisons_lead_from_the_smaller_id_to_the_larger() -> None:
    both = (relation("b", "COMPARED_WITH", "a"), relation("a", "COMPARED_WITH", "b", 0.5))
    found = edges_of("p", Extraction("", (entity("a"), entity("b")), both), IDS)
    (edge,) = [e for e in found.edges if e.head != "p"]
    assert (edge.head, edge.tail) == ("Method:a", "Method:b")
    assert (edge.head_span, edge.tail_span, edge.confidence) == ((2, 3), (0, 1), 1.0)


def test_self_loops_are_dropped_and_told() -> None:
    found = edges_of(
        "p", Extraction("", (entity("b"), entity("b2")), (relation("b", "PART_OF", "b2"),)), IDS
    )
    assert [e.type for e in found.edges] == ["USES"]
    assert found.loops == ("b PART_OF b2: both are Method:b",)


def test_relations_outside_the_schema_are_rejected_and_told() -> None:
    claims = (
        relation("a", "SUBTASK_OF", "b"),
        relation("a", "LIKES", "b"),
        relation("a", "USED_FOR", "z"),
    )
    found = edges_of("p", Extraction("", (entity("a"), entity("b")), claims), IDS)
    assert len(found.rejected) == 3
    assert found.rejected[0] == "a SUBTASK_OF b: not between Method and Method"


def test_a_relation_needs_both_its_entities_at_the_least_confidence() -> None:
    extraction = Extraction(
        "", (entity("a"), entity("b", confidence=0.4)), (relation("a", "USED_FOR", "b"),)
    )
    assert confident(extraction, 0.5) == Extraction("", (entity("a"),), ())
    assert confident(extraction, 0.0) is extraction
