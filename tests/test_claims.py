"""The JSON Lines form of claims."""

import json
from pathlib import Path
from typing import Any

import pytest

from kg.claims import from_record, to_record
from kg.claims.spans import find_mentions
from kg.errors import RecordError
from kg.fields import paper_from_json
from kg.records import EntityClaim, Extraction, Paper, RelationClaim
from kg.text import clean

GOLD = Path(__file__).resolve().parents[2] / "shared" / "gold"

ABSTRACT = "We propose **FooNet** for parsing. FooNet beats BarNet on the Baz set."
TEXT = "We propose FooNet for parsing. FooNet beats BarNet on the Baz set."


def entity(name: str, type: str = "Method", role: str = "uses", **more: Any) -> dict[str, Any]:
    return {"type": type, "name": name, "role": role, **more}


def record(**more: Any) -> dict[str, Any]:
    entities = [
        entity("FooNet", role="proposes", mentions=["FooNet"]),
        entity("parsing", "Task", "addresses", mentions=["parsing"]),
        entity("BarNet", role="compares_with", mentions=["BarNet"]),
    ]
    return {"id": "p1", "raw": ABSTRACT, "entities": entities, **more}


def extracted() -> tuple[Paper, Extraction]:
    paper = Paper(
        id="doi:10.1/x",
        abstract=ABSTRACT,
        title="T",
        year=2024,
        venue="V 2024",
        authors=("Ann Lee", "Bo, Jr. Wu"),
        url="http://x",
        ids=("arxiv:2301.00001",),
        extra={"text": "kept", "id": 3, "nested": {"entities": []}},
    )
    entities = (
        EntityClaim(
            "Method", "FooNet", ("FooNet",), "proposes", 0.9, ((13, 19), (35, 41)), (), (35, 41)
        ),
        EntityClaim("Method", "BarNet", ("BarNet",), "uses", 0.5, ((48, 54),), ("BN",), (48, 54)),
    )
    relations = (RelationClaim("FooNet", "COMPARED_WITH", "BarNet", 0.75, (35, 41), (48, 54)),)
    return paper, Extraction(TEXT, entities, relations)


def test_a_record_has_the_keys_of_the_contract_in_order() -> None:
    written = to_record(*extracted())
    keys = ["id", "title", "abstract", "text", "entities", "relations", "relation_details"]
    assert list(written)[:7] == keys
    assert list(written["entities"][1]) == [
        "type", "name", "mentions", "aliases", "role", "confidence", "spans"
    ]  # fmt: skip
    assert written["relations"] == [["FooNet", "COMPARED_WITH", "BarNet"]]
    assert written["relation_details"] == [
        {"confidence": 0.75, "head_span": [35, 41], "tail_span": [48, 54]}
    ]


def test_claims_written_and_read_back_are_the_same() -> None:
    paper, extraction = extracted()
    written = json.loads(json.dumps(to_record(paper, extraction)))
    assert from_record(written, "x:1") == (paper, extraction, {})


@pytest.mark.parametrize("given", [" b ", "b", "\tMethod:x", "é\u00a0", " "])
def test_an_id_comes_back_as_it_was_given(given: str) -> None:
    paper = paper_from_json({"id": given, "abstract": "a"}, "x:1")
    record = to_record(paper, Extraction("a"))
    assert record["id"] == (given if given.strip() else paper.id)
    assert paper.id == paper.id.strip() != ""
    assert from_record(record, "x:1")[0] == paper


@pytest.mark.parametrize(
    ("field", "value", "expected"),
    [
        ("pmid", 123456, "pmid:123456"),
        ("PMID", "123456", "pmid:123456"),
        ("arXiv ID", "2401.01234v2", "arxiv:2401.01234"),
        ("openreview_id", "aB_-12xyz", "openreview:aB_-12xyz"),
    ],
)
def test_a_field_named_after_a_scheme_gives_that_id(
    field: str, value: str | int, expected: str
) -> None:
    assert paper_from_json({field: value, "abstract": "a"}, "x:1").id == expected


def test_a_papers_own_id_comes_first_and_both_ids_survive() -> None:
    paper = Paper(id="doi:10.1/x", abstract="a", input_id="lee2024")
    written = to_record(paper, Extraction("a"))
    assert written["id"] == "lee2024"
    assert from_record(written, "x:1")[0] == paper


def test_the_abstract_is_taken_from_abstract_else_raw_else_text() -> None:
    given = {"id": "a", "entities": [], "text": "T.", "raw": "*R*.", "abstract": "*A*."}
    for field, text in (("abstract", "A."), ("raw", "R."), ("text", "T.")):
        paper, extraction, _ = from_record(given, "x:1")
        assert (paper.abstract, extraction.text) == (given.pop(field), text)


def test_absent_spans_are_found_in_the_abstract_as_given() -> None:
    paper, extraction, _ = from_record(record(), "x:1")
    first = extraction.entities[0]
    assert [paper.abstract[s:e] for s, e in first.spans] == ["FooNet", "FooNet"]
    assert (first.evidence, first.confidence) == (first.spans[0], 1.0)


def test_mentions_stand_at_word_boundaries_the_longest_first_without_overlap() -> None:
    text = "LoRA and Bi-LoRA, LoRAs, GPT-4o, LoRA+"
    found = find_mentions(text, ["LoRA", "Bi-LoRA", "GPT-4", "LoRA+", "absent", ""])
    assert found["LoRA"] == [(0, 4)]
    assert found["Bi-LoRA"] == [(9, 16)]
    assert found["LoRA+"] == [(33, 38)]
    assert found["absent"] == []
    assert "" not in found


def test_a_mention_that_never_stands_alone_is_found_inside_a_word() -> None:
    assert find_mentions("many LLMs", ["LLM"]) == {"LLM": [(5, 8)]}


def test_a_form_that_the_text_does_not_hold_is_an_alias_without_span() -> None:
    given = record(entities=[entity("FooNet", mentions=["FooNet", "Foo Network"])])
    (claim,) = from_record(given, "x:1")[1].entities
    assert (claim.mentions, claim.aliases, len(claim.spans)) == (("FooNet",), ("Foo Network",), 2)


def test_mentions_are_ordered_by_first_occurrence() -> None:
    given = record(entities=[entity("FooNet", mentions=["BarNet", "FooNet"])])
    assert from_record(given, "x:1")[1].entities[0].mentions == ("FooNet", "BarNet")


def test_names_that_occur_twice_are_merged_to_the_strongest_role() -> None:
    twice = [
        entity("FooNet", role="mentions", mentions=["FooNet"], confidence=0.9),
        entity("FooNet", role="Proposes", mentions=["parsing"], confidence=0.2),
    ]
    (claim,) = from_record(record(entities=twice), "x:1")[1].entities
    assert (claim.role, claim.confidence, claim.mentions) == (
        "proposes",
        0.9,
        ("FooNet", "parsing"),
    )


def test_a_second_type_of_one_name_is_rejected_and_counted() -> None:
    twice = [entity("FooNet"), entity("FooNet", "Task")]
    _, extraction, rejected = from_record(record(entities=twice), "x:1")
    assert [e.type for e in extraction.entities] == ["Method"]
    assert rejected.total() == 1


def test_relation_names_are_read_in_any_spelling() -> None:
    given = record(
        relations=[["FooNet", "Used-For", "parsing"], ["FooNet", "compare_with", "BarNet"]]
    )
    _, extraction, rejected = from_record(given, "x:1")
    assert [r.type for r in extraction.relations] == ["USED_FOR", "COMPARED_WITH"]
    assert not rejected


def test_relations_that_the_schema_does_not_allow_are_rejected_and_counted() -> None:
    wrong = [
        ["parsing", "USED_FOR", "FooNet"],
        ["FooNet", "LIKES", "BarNet"],
        ["FooNet", "USED_FOR", "nothing"],
        ["FooNet", "PART_OF", "FooNet"],
    ]
    given = record(relations=[*wrong, ["FooNet", "USED_FOR", "parsing"]])
    _, extraction, rejected = from_record(given, "x:1")
    assert len(extraction.relations) == 1
    assert rejected["USED_FOR from Task to Method"] == 1
    assert rejected.total() == 4


def test_details_stay_with_their_relation_when_one_before_is_rejected() -> None:
    given = record(
        relations=[["FooNet", "LIKES", "BarNet"], ["FooNet", "USED_FOR", "parsing"]],
        relation_details=[{"confidence": 0.1}, {"confidence": 0.2}],
    )
    assert [r.confidence for r in from_record(given, "x:1")[1].relations] == [0.2]


def test_a_relation_without_spans_stands_at_its_closest_mentions() -> None:
    given = record(relations=[["FooNet", "COMPARED_WITH", "BarNet"]])
    (relation,) = from_record(given, "x:1")[1].relations
    assert (relation.head_span, relation.tail_span) == ((35, 41), (48, 54))


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"entities": {}}, "entities"),
        ({"entities": [3]}, "entities[0]"),
        ({"entities": [entity("")]}, "name"),
        ({"entities": [entity("x", "Metric")]}, "type"),
        ({"entities": [entity("x", role="likes")]}, "role"),
        ({"entities": [entity("x", mentions="x")]}, "mentions"),
        ({"entities": [entity("x", mentions=[1])]}, "mentions"),
        ({"entities": [entity("x", confidence=1.5)]}, "confidence"),
        ({"entities": [entity("x", confidence=True)]}, "confidence"),
        ({"entities": [entity("x", spans=[[0, 10_000]])]}, "spans"),
        ({"entities": [entity("x", spans=[[5, 5]])]}, "spans"),
        ({"entities": [entity("x", spans=[[0, True]])]}, "spans"),
        ({"relations": [["a", "b"]]}, "relations[0]"),
        (
            {"relations": [["FooNet", "USED_FOR", "parsing"]], "relation_details": [1]},
            "relation_details",
        ),
        ({"title": {}}, "title"),
        ({"raw": ["x"]}, "raw"),
    ],
)
def test_a_wrong_value_is_refused_with_its_place_and_field(
    change: dict[str, Any], field: str
) -> None:
    with pytest.raises(RecordError) as caught:
        from_record(record(**change), "claims.jsonl:7")
    assert str(caught.value).startswith("claims.jsonl:7: ")
    assert field in str(caught.value)


def test_unknown_fields_are_kept_and_claims_are_none_of_them() -> None:
    paper = from_record(record(source="ICLR", keywords=["k"]), "x:1")[0]
    assert paper.extra == {"source": "ICLR", "keywords": ["k"]}


def test_claims_without_spans_read_the_same_after_writing() -> None:
    given = record(relations=[["FooNet", "USED_FOR", "parsing"]])
    paper, extraction, _ = from_record(given, "x:1")
    assert from_record(to_record(paper, extraction), "x:1") == (paper, extraction, {})


@pytest.mark.skipif(not GOLD.is_dir(), reason="no annotated abstracts beside the repository")
def test_every_found_span_of_the_annotated_abstracts_maps_to_its_mention() -> None:
    placed = total = 0
    for line in (GOLD / "dev.jsonl").read_text(encoding="utf-8").splitlines():
        paper, extraction, rejected = from_record(json.loads(line), "dev")
        assert not rejected
        cleaned = clean(paper.abstract)
        for claim in extraction.entities:
            total += 1
            placed += bool(claim.spans)
            for span in claim.spans:
                c0, c1 = cleaned.to_clean(*span)
                assert cleaned.text[c0:c1] in claim.mentions
                assert cleaned.to_raw(c0, c1) == span
    assert placed > 0.99 * total
