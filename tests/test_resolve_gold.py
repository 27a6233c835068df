"""Resolution of the annotated claims against a partition made by reading."""

import json

import pytest
from gold_script import GOLD, script

from kg.resolve import Claim, resolve


def _lines(name: str) -> list[dict]:  # type: ignore[type-arg]
    with (GOLD / name).open(encoding="utf-8") as file:
        return [json.loads(line) for line in file]


@pytest.mark.skipif(not GOLD.is_dir(), reason="the annotated claims are not beside the checkout")
def test_resolution_beats_normal_forms_and_hardly_ever_joins_what_differs() -> None:
    claims = [
        Claim(
            record["id"],
            entity["type"],
            entity["name"],
            tuple(dict.fromkeys((entity["name"], *entity["mentions"]))),
            entity["role"] == "proposes",
        )
        for name in ("train.jsonl", "dev.jsonl", "seeds-000.jsonl")
        for record in _lines(name)
        for entity in record["entities"]
    ]
    resolution = resolve(claims)
    rows = []
    for claim in claims:
        node = resolution.entity_of(claim)
        assert node is not None
        rows.append(
            {"paper": claim.paper, "type": claim.type, "name": claim.name, "entity": node.id}
        )
    score = script("linking_score").score(rows, _lines("linking.jsonl"))
    assert score["pair_precision"] >= 99
    assert score["b3_f1"] >= 99  # one entity a normal form: 96.1
    assert score["exact_clusters"] >= 80
