"""`kg resolve` decides as a build of the same claims does."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from store_sample import Record, build_claims, claim, claims

from kg.assign import assignments
from kg.claims import from_record
from kg.records import Extraction, Paper
from kg.store import open_store

_LORA = claim("Method", "low-rank adaptation", "LoRA")


def read(*records: Record) -> Iterator[tuple[Paper, Extraction]]:
    for record in records:
        yield from_record(json.loads(json.dumps(record)), "here")[:2]


@pytest.mark.parametrize(
    "records",
    [
        pytest.param([claims("a", _LORA), claims("b", claim("Method", "LoRA"))], id="two papers"),
        pytest.param(
            [claims("a", _LORA), claims("a", claim("Method", "LoRA"), abstract="LoRA.")],
            id="one paper twice",
        ),
        pytest.param(
            [
                {"id": "a", "title": "LoRA", "entities": [claim("Method", "LoRA")]},
                claims("b", claim("Task", "parsing")),
            ],
            id="no abstract",
        ),
        pytest.param(
            [
                claims("a", claim("Method", "soft actor-critic", "SAC")),
                claims("b", claim("Method", "semantic-anchor compression", "SAC")),
                claims("c", claim("Method", "SAC")),
            ],
            id="two senses",
        ),
    ],
)
def test_claims_resolve_to_the_entities_of_a_build(tmp_path: Path, records: list[Record]) -> None:
    build_claims(tmp_path / "g.kg", *records)
    with open_store(tmp_path / "g.kg") as store:
        built = {entity.id: entity.name for entity in store.entities()}
    rows = list(assignments(read(*records)))
    assert {row["entity"]: row["entity_name"] for row in rows} == built


def test_a_claim_of_a_record_that_another_replaces_has_the_entity_that_it_fits_if_any() -> None:
    kept = claims("a", _LORA)
    other = claims("a", claim("Method", "LoRA"), claim("Method", "GPT"), abstract="LoRA, GPT.")
    rows = list(assignments(read(kept, other)))
    assert [row["name"] for row in rows] == ["low-rank adaptation", "LoRA", "GPT"]
    lora = rows[0]["entity"]
    assert lora is not None
    assert [row["entity"] for row in rows] == [lora, lora, None]
