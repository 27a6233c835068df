"""Scores of resolution against claims clustered by reading."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from gold_script import GOLD, script
from store_sample import claim, claims, write

from kg.cli import cli
from kg.errors import RecordError
from kg.linking import score_linking


def judged(paper: str, name: str, cluster: str, group: str = "g") -> dict[str, str]:
    return {"paper": paper, "type": "Method", "name": name, "group": group, "cluster": cluster}


def resolved(paper: str, name: str, entity: str | None) -> dict[str, str | None]:
    return {"paper": paper, "type": "Method", "name": name, "entity": entity}


GROUP = [
    judged("a", "LoRA", "1"),
    judged("b", "low-rank adaptation", "1"),
    judged("c", "LoRA", "2"),
]


def test_a_perfect_resolution_has_full_marks() -> None:
    rows = [resolved("a", "LoRA", "x"), resolved("b", "low-rank adaptation", "x")]
    figures, mistakes = score_linking([*rows, resolved("c", "LoRA", "y")], GROUP)
    assert set(list(figures.values())[:6]) == {100.0}
    assert mistakes == []


def test_a_wrong_pair_costs_precision_and_a_missed_one_recall() -> None:
    rows = [resolved("a", "LoRA", "x"), resolved("b", "low-rank adaptation", "y")]
    figures, mistakes = score_linking([*rows, resolved("c", "LoRA", "x")], GROUP)
    assert (figures["pair_precision"], figures["pair_recall"]) == (0.0, 0.0)
    assert (figures["b3_precision"], figures["b3_recall"]) == (66.67, 66.67)
    assert figures["exact_clusters"] == 0.0
    assert {row["kind"] for row in mistakes} == {"split", "joined"}


def test_what_is_not_resolved_is_an_entity_of_its_own() -> None:
    figures, _ = score_linking([resolved("a", "LoRA", None)], GROUP)
    assert (figures["missing"], figures["rows"]) == (3, 3)
    assert figures["pair_recall"] == 0.0


def test_pairs_of_two_groups_were_never_judged() -> None:
    rows = [judged("a", "LoRA", "1"), judged("b", "LoRA", "2", group="h")]
    figures, _ = score_linking([resolved("a", "LoRA", "x"), resolved("b", "LoRA", "x")], rows)
    assert figures["b3_precision"] == 100.0


def test_case_hyphens_and_plural_make_no_other_form_of_a_name() -> None:
    counts = []
    for names in (("Flow-Maps", "flow map", "FlowMap"), ("Flow-Maps", "flow")):
        rows = [judged(str(n), name, "1") for n, name in enumerate(names)]
        counts.append(score_linking([], rows)[0]["clusters_with_several_forms"])
    assert counts == [0, 1]


def test_a_row_without_its_cluster_is_told() -> None:
    with pytest.raises(RecordError, match="line 1: no 'cluster'"):
        score_linking([], [{"paper": "a", "type": "Method", "name": "x", "group": "g"}])


@pytest.mark.parametrize("id_", [7, " b ", "7"])
def test_a_claim_is_known_however_its_id_and_its_type_are_written(
    id_: object, tmp_path: Path
) -> None:
    record = {**claims("a", claim("method", "LoRA")), "id": id_}
    row = {**judged("a", "LoRA", "1"), "paper": id_, "type": "METHOD"}
    gold, file = write(tmp_path / "l.jsonl", row), write(tmp_path / "1.jsonl", record)
    words = ["eval", "--linking", str(gold), "--claims", str(file), "--format", "json"]
    (figures,) = json.loads(CliRunner().invoke(cli, words).output)
    assert (figures["rows"], figures["missing"]) == (1, 0)


def test_the_command_resolves_claims_as_a_build_does(tmp_path: Path) -> None:
    one = write(tmp_path / "1.jsonl", claims("a", claim("Method", "low-rank adaptation", "LoRA")))
    two = write(tmp_path / "2.jsonl", claims("b", claim("Method", "LoRA")))
    rows = write(
        tmp_path / "l.jsonl", judged("a", "low-rank adaptation", "1"), judged("b", "LoRA", "1")
    )
    words = ["eval", "--linking", str(rows), "--claims", str(one), "--claims", str(two)]
    done = CliRunner().invoke(cli, [*words, "--format", "json"])
    (figures,) = json.loads(done.output)
    assert (figures["pair_recall"], figures["exact_clusters"]) == (100.0, 100.0)
    assert CliRunner().invoke(cli, words[:3]).exit_code == 2


@pytest.mark.skipif(not GOLD.is_dir(), reason="the judged claims are not beside the checkout")
def test_the_figures_are_those_of_the_scorer_beside_the_judged_claims() -> None:
    rows: list[dict[str, Any]] = []
    with (GOLD / "linking.jsonl").open(encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    # A crude resolution that errs both ways: by the first five letters.
    crude = [{**row, "entity": (row["type"], row["name"][:5].lower())} for row in rows[::2]]
    assert score_linking(crude, rows)[0] == script("linking_score").score(crude, rows)
