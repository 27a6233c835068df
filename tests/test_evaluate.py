"""Scores of extraction: the rules on small cases, and agreement with the script beside the annotations."""

import json
import random
from typing import Any

import pytest
from gold_script import GOLD, script

from kg.claims import from_record, to_record
from kg.errors import RecordError
from kg.evaluate import evaluate, evaluate_pairs
from kg.schema import ENTITY_TYPES, ROLES

Record = dict[str, Any]


def entity(name: str, *mentions: str, type: str = "Method", role: str = "uses") -> Record:
    return {"type": type, "name": name, "mentions": list(mentions or [name]), "role": role}


def record(*entities: Record, relations: tuple[tuple[str, str, str], ...] = ()) -> Record:
    return {"id": "p", "entities": list(entities), "relations": [list(r) for r in relations]}


def figures(found: Record, gold: Record) -> dict[str, Any]:
    return evaluate([found], [gold])[0]


def test_any_equal_name_or_mention_fits_whatever_its_case_hyphens_and_plural() -> None:
    gold = record(entity("Gentle Tree Descent", "GTD"), entity("flow-maps"))
    found = record(entity("gtd"), entity("Flow Map"))
    assert figures(found, gold)["entity_f1"] == 100.0


def test_a_wrong_type_fits_only_untyped() -> None:
    scores = figures(record(entity("GTD", type="Task")), record(entity("GTD")))
    assert (scores["entity_f1"], scores["untyped_f1"]) == (0.0, 100.0)


def test_each_annotated_entity_is_taken_once() -> None:
    scores = figures(record(entity("GTD"), entity("gtd")), record(entity("GTD")))
    assert (scores["precision"], scores["recall"]) == (50.0, 100.0)


def test_a_role_counts_only_on_a_fitting_entity() -> None:
    gold = record(entity("A2C", role="proposes"), entity("B2C"), entity("C2C"))
    found = record(entity("A2C", role="proposes"), entity("B2C", role="mentions"), entity("D2C"))
    scores = figures(found, gold)
    assert (scores["role_f1"], scores["proposes"], scores["uses"]) == (33.3, 100.0, 0.0)
    assert (scores["uses_precision"], scores["uses_recall"]) == (0.0, 0.0)


def test_types_and_roles_fit_as_claims_may_spell_them() -> None:
    bare: Record = {"type": "Task", "name": "parsing"}
    gold = record(entity("A2C", type="method", role="Compares-With"), bare)
    found = record(
        entity("A2C", role="compares_with"), entity("parsing", type="Task", role="mentions")
    )
    scores = figures(found, gold)
    assert (scores["role_f1"], scores["Method"], scores["compares_with"]) == (100.0, 100.0, 100.0)


def test_relations_need_both_ends_and_comparisons_have_no_direction() -> None:
    both = (entity("A2C"), entity("B2C"))
    gold = record(*both, relations=(("A2C", "Compare-With", "B2C"), ("A2C", "USED_FOR", "B2C")))
    found = record(*both, relations=(("B2C", "COMPARED_WITH", "A2C"), ("B2C", "USED_FOR", "A2C")))
    scores = figures(found, gold)
    assert scores["relation_f1"] == 50.0
    assert (scores["COMPARED_WITH"], scores["USED_FOR"]) == (100.0, 0.0)
    assert (scores["relation_precision"], scores["COMPARED_WITH_recall"]) == (50.0, 100.0)


def test_an_abstract_that_was_not_extracted_counts_as_missed_and_others_do_not_count() -> None:
    missed, found = record(entity("A2C")), {**record(entity("C51")), "id": "q"}
    other = {**record(entity("B2C")), "id": "other"}
    scores, errors = evaluate([other, found], [missed, found])
    assert (scores["abstracts"], scores["precision"], scores["recall"]) == (2, 100.0, 50.0)
    assert errors == [("p", "missed", "Method", "A2C")]


def test_predictions_of_other_papers_alone_are_no_score_of_zero() -> None:
    other = {**record(entity("A2C")), "id": "other"}
    with pytest.raises(RecordError, match=r"none of the 1 annotated papers .* 'other', not 'p'"):
        evaluate([other], [record(entity("A2C"))])


def test_records_without_ids_are_those_of_the_same_paper() -> None:
    one, two = ({"title": t, "abstract": t, "entities": [entity(t)]} for t in ("A2C", "B2C"))
    assert evaluate([two, one], [one, two])[0]["entity_f1"] == 100.0


@pytest.mark.parametrize("given", [None, "", " x ", 7, 0, "Method:x", "doi:10.1/x"])
def test_what_was_extracted_from_a_record_is_matched_with_it_whatever_its_id(given: Any) -> None:
    gold = {**record(entity("A2C")), "id": given, "abstract": "We use A2C.", "title": "On A2C"}
    assert figures(to_record(*from_record(gold, "gold")[:2]), gold)["entity_f1"] == 100.0


def test_two_records_of_one_paper_are_no_prediction_and_are_told() -> None:
    with pytest.raises(RecordError, match="two predicted records are of the paper 'p'"):
        evaluate([record(entity("A2C")), record()], [record()])


def test_pairs_of_records_are_scored_as_they_stand_whatever_their_ids() -> None:
    a, b = record(entity("A2C")), record(entity("B2C"))
    assert evaluate_pairs([(a, a), (b, b)])[0]["entity_f1"] == 100.0


def test_errors_name_what_went_wrong() -> None:
    gold = record(entity("A2C"), entity("B2C"), relations=(("A2C", "USED_FOR", "B2C"),))
    found = record(entity("A2C", role="mentions"), entity("C2C"), relations=(("A2C", "PART_OF", "C2C"),))  # fmt: skip
    assert evaluate([found], [gold])[1] == [
        ("p", "role", "mentions for uses", "A2C"),
        ("p", "spurious", "Method", "C2C"),
        ("p", "missed", "Method", "B2C"),
        ("p", "spurious relation", "PART_OF", "A2C -> C2C"),
        ("p", "missed relation", "USED_FOR", "A2C -> B2C"),
    ]


def test_nothing_against_nothing_is_no_division_by_zero() -> None:
    scores, errors = evaluate([], [])
    assert scores["entity_f1"] == 0.0
    assert errors == []


def perturbed(gold: list[Record], seed: int) -> list[Record]:
    """The annotations with entities lost, invented, retyped and renamed, and relations turned round."""
    rng = random.Random(seed)
    found = []
    for rec in gold:
        entities = [dict(e) for e in rec["entities"] if rng.random() > 0.2]
        for e in entities:
            if rng.random() < 0.15:
                e["type"] = rng.choice(list(ENTITY_TYPES))
            if rng.random() < 0.2:
                e["role"] = rng.choice(list(ROLES))
            if rng.random() < 0.2:
                e["name"] = e["name"].upper()
        entities += [entity(f"Invented {n}") for n in range(rng.randrange(3))]
        entities += [dict(e) for e in entities if rng.random() < 0.05]
        relations = [
            [t, kind, h] if rng.random() < 0.3 else [h, kind, t]
            for h, kind, t in rec["relations"]
            if rng.random() > 0.3
        ]
        if rng.random() > 0.05:
            found.append({"id": rec["id"], "entities": entities, "relations": relations})
    return found


@pytest.mark.skipif(not GOLD.is_dir(), reason="the annotated abstracts (../shared/gold) are absent")
@pytest.mark.parametrize("seed", range(3))
def test_figures_equal_those_of_the_script_beside_the_annotations(seed: int) -> None:
    lines = (GOLD / "dev.jsonl").read_text(encoding="utf-8").splitlines()
    gold = [json.loads(line) for line in lines if line.strip()]
    found = perturbed(gold, seed)
    theirs, their_errors = script("score").score(found, gold)
    ours, our_errors = evaluate(found, gold)
    assert {name: ours[name] for name in theirs} == theirs
    kinds = ("spurious", "missed")
    assert sorted(e for e in our_errors if e[1] in kinds) == sorted(map(tuple, their_errors))
