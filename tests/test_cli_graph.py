"""Commands that make and read a graph, as users run them."""

import json
from pathlib import Path

import pytest
from cli_sample import RECORDS, CapitalisedWords, write_claims
from click.testing import CliRunner, Result

import extractors
from kg.cli import cli
from kg.cli.info import flat
from kg.errors import StoreError


def kg(*arguments: str | Path, stdin: str | None = None) -> Result:
    return CliRunner().invoke(cli, [str(argument) for argument in arguments], input=stdin)


def answer(*arguments: str | Path) -> object:
    result = kg(*arguments, "--format", "json")
    assert result.exit_code == 0, result.stderr
    return json.loads(result.stdout)


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    path = tmp_path / "papers.kg"
    result = kg("build", "--claims", write_claims(tmp_path / "claims.jsonl"), "-g", path)
    assert result.exit_code == 0, result.stderr
    return path


def test_a_build_tells_what_it_read_and_what_to_do_next(tmp_path: Path) -> None:
    claims = write_claims(tmp_path / "claims.jsonl")
    result = kg("build", "--claims", claims, "-g", tmp_path / "my graph.kg")
    assert result.stdout == ""
    lines = result.stderr.splitlines()
    assert lines[0] == "read 3 papers, 0 without abstract, 0 skipped"
    assert lines[1] == "papers: 3 new; 0 extracted"
    assert lines[2].endswith("my graph.kg: 3 papers, 6 entities, 12 edges")
    assert lines[3].startswith("next: kg query top -g '")


def test_one_is_told_in_the_singular(tmp_path: Path) -> None:
    entity = {"type": "Method", "name": "AlphaNet", "role": "uses"}
    loop = ["AlphaNet", "PART_OF", "AlphaNet"]
    record = {"id": "a", "abstract": "AlphaNet.", "entities": [entity], "relations": [loop]}
    claims, graph = write_claims(tmp_path / "c.jsonl", [record]), tmp_path / "g.kg"
    lines = kg("build", "--claims", claims, "-g", graph).stderr.splitlines()
    assert lines[0] == "read 1 paper, 0 without abstract, 0 skipped"
    assert lines[2] == "1 relation rejected, which the schema does not allow"
    assert lines[3] == f"{graph}: 1 paper, 1 entity, 1 edge"
    told = kg("curate", "rename", "AlphaNet", "BetaNet", "-g", graph).stderr
    assert f"{graph}: 1 paper, 1 entity, 1 edge\n" in told
    told = kg("remove", "a", "-g", graph).stderr
    assert f"{graph}: 0 papers, 0 entities, 0 edges\n" in told


def test_a_build_that_finds_nothing_says_so_and_where_to_look(tmp_path: Path) -> None:
    records = [{"id": "a", "abstract": "There is nothing in here to find.", "entities": []}]
    claims = write_claims(tmp_path / "claims.jsonl", records)
    result = kg("build", "--claims", claims, "-g", tmp_path / "g.kg")
    assert result.exit_code == 0
    why = f"no task, method or dataset found: kg info -g {tmp_path / 'g.kg'} says why"
    assert result.stderr.splitlines()[-1] == why
    assert "found in the text" in kg("info", "-g", tmp_path / "g.kg").stdout


def test_the_counts_of_a_build_can_be_had_as_data(tmp_path: Path) -> None:
    claims = write_claims(tmp_path / "claims.jsonl")
    rows = answer("build", "--claims", claims, "-g", tmp_path / "papers.kg")
    assert isinstance(rows, list)
    assert {k: rows[0][k] for k in ("read", "new", "skipped", "papers")} == {
        "read": 3,
        "new": 3,
        "skipped": 0,
        "papers": 3,
    }


def test_building_again_changes_nothing(tmp_path: Path, graph: Path) -> None:
    before = answer("info", "-g", graph)
    result = kg("build", "--claims", tmp_path / "claims.jsonl", "-g", graph)
    assert "3 unchanged" in result.stderr
    assert answer("info", "-g", graph) == before


def test_claims_can_come_by_standard_input(tmp_path: Path) -> None:
    path = tmp_path / "papers.kg"
    text = write_claims(tmp_path / "claims.jsonl").read_text(encoding="utf-8")
    assert kg("build", "--claims", "-", "-g", path, stdin=text).exit_code == 0
    assert answer("info", "-g", path)["papers"] == 3  # type: ignore[index]


def test_abstracts_are_extracted_on_the_way(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extractors, "load", CapitalisedWords, raising=False)
    papers = write_claims(
        tmp_path / "papers.jsonl", ({"id": r["id"], "abstract": r["abstract"]} for r in RECORDS)
    )
    result = kg("build", papers, "-g", tmp_path / "papers.kg")
    assert result.exit_code == 0, result.stderr
    assert "3 new; 3 extracted" in result.stderr
    assert "AlphaNet" in kg("query", "top", "-g", tmp_path / "papers.kg").stdout


def test_extracted_claims_give_the_exports_of_the_papers_themselves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extractors, "load", CapitalisedWords, raising=False)
    unnamed = {
        "abstract": "**GammaNet** &amp; AlphaNet on\r\n\\emph{TreeSet}.",
        "authors": "Lee, Ada; Bo Wu",
        "year": "2024-05",
        "doi": "10.1/Gamma",
        "extra": {"deep": [1.5, None]},
    }
    given = [{k: r[k] for k in r if k not in ("entities", "relations")} for r in RECORDS]
    papers = write_claims(tmp_path / "papers.jsonl", [*given, unnamed, {"title": "Bare"}])
    lines = kg("extract", papers).stdout
    ids = [json.loads(line)["id"] for line in lines.splitlines()]
    assert ids[:4] == [*(r["id"] for r in RECORDS), "doi:10.1/gamma"]
    assert kg("build", papers, "-g", tmp_path / "a.kg").exit_code == 0
    assert kg("build", "--claims", "-", "-g", tmp_path / "b.kg", stdin=lines).exit_code == 0
    for name in ("a", "b"):
        kg("export", "-g", tmp_path / f"{name}.kg", "-o", tmp_path / name, "--to", "jsonl")
    exported = (tmp_path / "a").read_bytes()
    assert exported == (tmp_path / "b").read_bytes()
    assert exported.count(b'"kind": "node"') > len(ids)


def test_extracted_claims_as_a_table_have_a_row_an_entity(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extractors, "load", CapitalisedWords, raising=False)
    papers = write_claims(tmp_path / "papers.jsonl", RECORDS[:1])
    rows = kg("extract", papers, "--input-format", "jsonl", "--format", "csv").stdout.splitlines()
    assert rows == [
        "id,type,name,role,confidence",
        "doi:10.1/alpha,Method,AlphaNet,uses,0.5",
        "doi:10.1/alpha,Method,TreeSet,uses,0.5",
    ]


def test_info_gives_whole_numbers_at_its_top(graph: Path) -> None:
    info = answer("info", "-g", graph)
    assert isinstance(info, dict)
    assert {name: info[name] for name in ("papers", "entities", "edges")} == {
        "papers": 3,
        "entities": 6,
        "edges": 12,
    }
    shown = kg("info", "-g", graph).stdout
    assert "entities by type: Method" in shown
    assert "edges by type: EVALUATES_ON" in shown


def test_info_leaves_out_what_is_empty_but_not_what_is_zero() -> None:
    report = {"skipped": [], "notes": "", "count": 0, "sources": [{"source": "a", "notes": []}]}
    assert list(flat(report)) == [("count", 0), ("sources", {"source": "a"})]


def test_an_entity_is_shown_with_its_sentences(graph: Path) -> None:
    text = kg("show", "alphanet", "-g", graph).stdout
    assert "Method:alphanet" in text
    assert "Unlike AlphaNet, it is fast." in text
    rows = answer("show", "alphanet", "-g", graph)
    assert isinstance(rows, list)
    assert {frozenset(row) for row in rows} == {
        frozenset(("section", "type", "id", "name", "year", "count", "confidence", "text"))
    }
    relations = [(r["type"], r["name"]) for r in rows if r["section"] == "relation"]
    assert sorted(relations) == [
        ("← USED_FOR", "word vectors"),
        ("→ USED_FOR", "parsing"),
        ("↔ COMPARED_WITH", "BetaNet"),
    ]


def test_a_paper_is_shown_by_a_part_of_its_title(graph: Path) -> None:
    text = kg("show", "beats", "-g", graph).stdout
    assert "doi:10.1/beta" in text
    assert "compares_with" in text
    assert "AlphaNet ↔ BetaNet" in text


def test_the_papers_of_an_answer_go_back_into_a_reference_manager(graph: Path) -> None:
    text = kg("show", "alphanet", "-g", graph, "--format", "bibtex").stdout
    assert "@article{doi:10.1/alpha,\n  title = {{AlphaNet for parsing}},\n" in text
    assert "@misc{doi:10.1/beta," in text
    assert (
        "TI  - A survey of 漢字\n" in kg("search", "survey", "-g", graph, "--format", "ris").stdout
    )


def test_a_name_that_fits_nothing_suggests_near_ones(graph: Path) -> None:
    result = kg("show", "AlfaNet", "-g", graph)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "AlphaNet" in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_search_says_when_it_is_cut(graph: Path) -> None:
    hits = kg("search", "a", "-g", graph, "--format", "json")
    assert len(json.loads(hits.stdout)) > 1
    assert "only the first" not in hits.stderr
    cut = kg("search", "a", "-g", graph, "--format", "json", "--limit", "1")
    assert json.loads(cut.stdout) == json.loads(hits.stdout)[:1]
    assert "only the first 1; --limit 0 shows all" in cut.stderr


def test_search_forgives_typos_and_finds_wide_characters(graph: Path) -> None:
    assert kg("search", "alphnet", "-g", graph).stdout.splitlines()[2].startswith("Method:alphanet")
    assert "gamma" in kg("search", "漢字", "-g", graph).stdout


def test_an_empty_answer_exits_0(graph: Path) -> None:
    result = kg("search", "zzzzqqq", "-g", graph, "--format", "json")
    assert (result.exit_code, result.stdout) == (0, "[]\n")


def test_removing_a_paper_drops_what_nothing_else_supports(graph: Path) -> None:
    result = kg("remove", "BetaNet", "-g", graph)
    assert result.exit_code == 0, result.stderr
    assert "removed doi:10.1/beta" in result.stderr
    assert kg("show", "BetaNet", "-g", graph).exit_code == 1
    assert kg("show", "AlphaNet", "-g", graph).exit_code == 0


def test_nothing_is_removed_on_a_guess(graph: Path) -> None:
    result = kg("remove", "Net", "-g", graph)
    assert result.exit_code == 1
    assert "fits several papers" in result.stderr
    assert answer("info", "-g", graph)["papers"] == 3  # type: ignore[index]


def test_the_errors_of_the_store_reach_users_in_one_line(tmp_path: Path) -> None:
    for command in (
        ["info"],
        ["show", "x"],
        ["search", "x"],
        ["remove", "x"],
        ["query", "top"],
        ["viz"],
    ):
        result = kg(*command, "-g", tmp_path / "none.kg")
        assert result.exit_code == 1
        assert result.stderr.startswith("kg: error: ")
        assert result.stderr.count("\n") == 1
        assert isinstance(result.exception, SystemExit), StoreError


def test_claims_resolve_to_the_entities_of_a_build(tmp_path: Path, graph: Path) -> None:
    result = kg("resolve", tmp_path / "claims.jsonl")
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    claims = [(r["id"], e["type"], e["name"]) for r in RECORDS for e in r["entities"]]
    assert [(row["paper"], row["type"], row["name"]) for row in rows] == claims
    for row in rows:
        shown = answer("show", row["entity"], "-g", graph)
        assert isinstance(shown, list)
        assert shown[0]["name"] == row["entity_name"]
        assert row["paper"] in [r["id"] for r in shown if r["section"] == "paper"]
