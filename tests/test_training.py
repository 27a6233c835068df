"""What training is fed with, and the choices made after it: the parts that need no network."""

from typing import Any

import numpy as np

from extractors.decode import TAG_TYPES
from training.calibrate import Scores, best_threshold, regression
from training.data import RELATIONS, ROLES, Document, document, untagged, usual, without


def entity(type: str, name: str, *mentions: str, role: str = "uses") -> dict[str, Any]:
    return {"type": type, "name": name, "mentions": [name, *mentions], "role": role}


RECORD: dict[str, Any] = {
    "id": "a",
    "raw": "**Tree search** beats search. LoRA+ is used for tree search on GLUE.",
    "entities": [
        entity("Method", "Tree search", "tree search", role="proposes"),
        entity("Method", "search"),
        entity("Method", "LoRA+"),
        entity("Dataset", "GLUE", role="evaluates_on"),
        entity("Task", "absent from the text"),
    ],
    "relations": [
        ["LoRA+", "used-for", "Tree search"],
        ["Tree search", "COMPARE_WITH", "search"],
        ["LoRA+", "USED_FOR", "absent from the text"],
    ],
}


def strings(d: Document, spans: list[tuple[int, int]]) -> list[str]:
    return [d.text[d.words[a][0] : d.words[b - 1][1]] for a, b in spans]


def test_mentions_are_carried_over_to_words_and_the_longest_wins() -> None:
    d = document(RECORD)
    assert strings(d, [(a, b) for a, b, _ in d.spans]) == [
        "Tree search",
        "search",
        "LoRA+",
        "tree search",
        "GLUE",
    ]
    assert [strings(d, list(g.mentions)) for g in d.entities] == [
        ["Tree search", "tree search"],
        ["search"],
        ["LoRA+"],
        ["GLUE"],
    ]
    assert [ROLES[r] for r in d.roles] == ["proposes", "uses", "uses", "evaluates_on"]
    assert {TAG_TYPES[g.type] for g in d.entities} == {"Method", "Dataset"}


def test_relations_have_the_schemas_names_and_comparisons_both_directions() -> None:
    d = document(RECORD)
    assert [(i, RELATIONS[r], j) for i, r, j in d.relations] == [
        (0, "COMPARED_WITH", 1),
        (1, "COMPARED_WITH", 0),
        (2, "USED_FOR", 0),
    ]


def test_what_the_rules_leave_apart_is_marked_as_one_entity() -> None:
    record = {
        "id": "b",
        "raw": "Loss of plasticity (LoP) hurts agents. ReDo reduces plasticity loss and LoP in agents.",
        "entities": [
            entity("Task", "Loss of plasticity", "LoP", "plasticity loss", role="addresses"),
            entity("Method", "agents"),
            entity("Method", "ReDo", role="proposes"),
        ],
        "relations": [["ReDo", "USED_FOR", "Loss of plasticity"]],
    }
    d = document(record)
    parts = d.parts
    assert parts is not None
    assert [strings(parts, list(g.mentions)) for g in parts.entities] == [
        ["Loss of plasticity", "LoP", "LoP"],
        ["agents", "agents"],
        ["ReDo"],
        ["plasticity loss"],
    ]
    assert parts.same == {(0, 3), (3, 0)}
    assert [ROLES[r] for r in parts.roles] == ["addresses", "uses", "proposes", "addresses"]
    assert [(i, j) for i, _, j in parts.relations] == [(2, 0), (2, 3)]
    assert document(RECORD).parts is None


def test_what_models_annotated_keeps_their_probabilities() -> None:
    tags = [[0.1, 0.7, 0.2, 0, 0, 0, 0]] * len(document(RECORD).words)
    sure, unsure = ({**RECORD["entities"][i], "keep": k} for i, k in ((0, 0.9), (1, 0.3)))
    d = document(
        {
            **RECORD,
            "entities": [sure, unsure],
            "relations": [["Tree search", "COMPARED_WITH", "search", 0.6]],
            "tags": tags,
        }
    )
    assert d.keep == [0.9, 0.3]
    assert d.share == {(0, 1): 0.6, (1, 0): 0.6}
    assert d.tags is not None
    assert d.tags.tolist() == np.array(tags, np.float32).tolist()
    assert not d.annotated
    assert document({**RECORD, "tags": tags, "annotated": True}).annotated
    gold = document(RECORD)
    assert gold.annotated
    assert gold.tags is None
    assert set(gold.keep) == set(gold.share.values()) == {1.0}


def test_texts_that_are_held_out_are_left_out_whatever_their_markup() -> None:
    other = {"id": "b", "raw": "Another one."}
    held_out = ["tree search beats *search*.\nLoRA+ is used for tree search on GLUE"]
    assert without([RECORD, other], held_out) == [other]


def test_a_string_tagged_elsewhere_is_found_where_it_is_not() -> None:
    known = usual([document(RECORD)])
    bare = document({**RECORD, "entities": [], "relations": [], "raw": "A tree search on GLUE."})
    found = untagged(bare, known)
    assert strings(bare, [(a, b) for a, b, _ in found]) == ["tree search", "search", "GLUE"]
    assert [TAG_TYPES[t] for *_, t in found] == ["Method", "Method", "Dataset"]


def test_the_regression_weighs_the_column_that_tells() -> None:
    rng = np.random.default_rng(0)
    rows = rng.normal(size=(400, 3))
    right = (rows[:, 1] + 0.3 * rng.normal(size=400) > 0.5).astype(float)
    weights, bias = regression(rows, right)
    assert int(np.argmax(np.abs(weights))) == 1
    told = rows @ weights + bias > 0
    assert float((told == right).mean()) > 0.9


def test_the_threshold_is_the_highest_of_the_best_for_all_sets_together() -> None:
    scores = np.array([0.9, 0.6, 0.3])
    sets = [
        Scores(scores, np.array([1.0, 1.0, 0.0]), 2),
        Scores(scores, np.array([1.0, 0.0, 0.0]), 1),
    ]
    threshold, f1 = best_threshold(sets)
    assert threshold == 0.9
    assert f1 == [0.6667, 1.0]
    assert best_threshold(sets[:1]) == (0.6, [1.0])
