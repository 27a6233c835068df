"""`curation.toml` and `kg curate`: decisions that take effect at once, last, and can be undone."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from store_sample import build_claims, claim, claims, contents, write

from kg.build import build, curate
from kg.cli import cli
from kg.curation import Curation, beside
from kg.errors import CurationError
from kg.resolve import Decision
from kg.store import open_store

RECORDS = (
    claims(
        "p1",
        claim("Method", "Low-Rank Adaptation", "LoRA"),
        claim("Task", "tuning", role="addresses"),
        relations=[["Low-Rank Adaptation", "USED_FOR", "tuning"]],
    ),
    claims("p2", claim("Method", "LoRA"), claim("Method", "soft actor-critic", "SAC")),
    claims("p3", claim("Method", "SAC"), claim("Method", "low-rank updates")),
    claims("p4", claim("Method", "low-rank updates"), claim("Dataset", "TreeSet")),
)
MERGE = Decision("merge", "Method", ("LoRA", "low-rank updates"))


def run(graph: Path, *words: str) -> Result:
    return CliRunner().invoke(cli, [*words, "-g", str(graph)])


def entity_ids(graph: Path) -> set[str]:
    with open_store(graph) as store:
        return {entity.id for entity in store.entities()}


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    path = tmp_path / "g.kg"
    build_claims(path, *RECORDS)
    return path


def test_a_merge_takes_effect_at_once_and_at_every_build(graph: Path) -> None:
    done = run(graph, "curate", "merge", "LoRA", "low-rank updates")
    assert done.exit_code == 0, done.output
    assert entity_ids(graph) & {"Method:lora", "Method:lowrankupdate"} == {"Method:lowrankupdate"}
    after = contents(graph)
    build_claims(graph, *RECORDS)
    assert contents(graph) == after


def test_claims_are_resolved_by_the_decisions_beside_the_graph_as_in_a_build(graph: Path) -> None:
    file = str(write(graph.parent / "claims.jsonl", *RECORDS))
    before = run(graph, "resolve", file).stdout
    assert run(graph, "curate", "merge", "LoRA", "low-rank updates").exit_code == 0
    after = run(graph, "resolve", file).stdout
    named = {row["entity"] for row in map(json.loads, after.splitlines())}
    assert after != before
    assert named == entity_ids(graph)


def test_every_export_is_byte_for_byte_the_same_after_an_undo(graph: Path, tmp_path: Path) -> None:
    def exported(name: str) -> list[bytes]:
        folder = tmp_path / name
        folder.mkdir()
        files = []
        for kind in ("graphml", "node-link", "jsonl"):
            assert run(graph, "export", "-o", str(folder / kind), "--to", kind).exit_code == 0
            files.append((folder / kind).read_bytes())
        return files

    before = exported("before")
    for words in (
        ("merge", "LoRA", "low-rank updates"),
        ("split", "SAC", "soft actor-critic"),
        ("keep-apart", "LoRA", "Low-Rank Adaptation"),
        ("rename", "tuning", "fine-tuning"),
        ("retype", "TreeSet", "Method"),
        ("ignore", "tuning"),
    ):
        assert run(graph, "curate", *words).exit_code == 0
        assert exported(words[0]) != before, words
        assert run(graph, "curate", "undo").exit_code == 0
        assert exported(f"{words[0]} undone") == before, words


def test_show_tells_which_decision_put_a_name_where_it_is(graph: Path) -> None:
    run(graph, "curate", "merge", "LoRA", "low-rank updates")
    run(graph, "curate", "keep-apart", "LoRA", "SAC")
    shown = run(graph, "show", "LoRA").output
    assert "merged by curation: with LoRA" in shown
    assert "kept apart by curation" in shown


def test_comments_and_order_survive(graph: Path) -> None:
    path = beside(graph)
    text = (
        "# Ours.\n[[decision]]\ndo = 'ignore' # not a task\ntype = 'Task'\nname = 'tuning'\n"
        "note = 'seen in p1'\n"
    )
    path.write_text(text, encoding="utf-8")
    assert run(graph, "curate", "merge", "LoRA", "low-rank updates").exit_code == 0
    assert path.read_text(encoding="utf-8").startswith(text)
    assert run(graph, "curate", "undo").exit_code == 0
    assert path.read_text(encoding="utf-8").rstrip() == text.rstrip()


@pytest.mark.parametrize("newline", [b"\n", b"\r\n"])
def test_a_file_stays_as_its_editor_ends_lines(graph: Path, newline: bytes) -> None:
    path = beside(graph)
    text = b"# Ours.\n[[decision]]\ndo = 'ignore'\ntype = 'Task'\nname = 'tuning'\n"
    path.write_bytes(text.replace(b"\n", newline))
    assert run(graph, "curate", "merge", "LoRA", "low-rank updates").exit_code == 0
    kept = path.read_bytes()
    assert kept.startswith(text.replace(b"\n", newline))
    assert kept.count(newline) == kept.count(b"\n") > text.count(b"\n")
    assert kept.count(b"\r") == kept.count(b"\r\n")


def test_an_entity_may_be_called_as_a_type_is_and_retyped_to_its_own_name(tmp_path: Path) -> None:
    graph = tmp_path / "g.kg"
    build_claims(graph, claims("p1", claim("Method", "LoRA"), claim("Task", "dataset")))
    for words in (
        ("rename", "LoRA", "Method"),
        ("rename", "dataset", "Dataset"),
        ("retype", "Dataset", "Dataset"),
    ):
        done = run(graph, "curate", *words)
        assert done.exit_code == 0, done.output
    with open_store(graph) as store:
        assert {(e.type, e.name) for e in store.entities()} == {
            ("Method", "Method"),
            ("Dataset", "Dataset"),
        }


def test_a_file_edited_by_hand_applies_on_request(graph: Path) -> None:
    beside(graph).write_text('[[decision]]\ndo="ignore"\ntype="Task"\nname="tuning"\n')
    assert "Task:tuning" in entity_ids(graph)
    assert run(graph, "curate", "apply").exit_code == 0
    assert "Task:tuning" not in entity_ids(graph)


def test_applying_nothing_writes_no_file(graph: Path) -> None:
    assert run(graph, "curate", "apply").exit_code == 0
    assert not beside(graph).exists()


def test_a_file_elsewhere_is_named_for_builds_too(graph: Path, tmp_path: Path) -> None:
    other = tmp_path / "mine.toml"
    done = run(graph, "curate", "ignore", "tuning", "--curation", str(other))
    assert done.exit_code == 0, done.output
    assert not beside(graph).exists()
    file = write(tmp_path / "claims.jsonl", *RECORDS)
    build([file], graph=graph, extractor=None, claims=True, curation=other)
    assert "Task:tuning" not in entity_ids(graph)
    build([file], graph=graph, extractor=None, claims=True)
    assert "Task:tuning" in entity_ids(graph)


def test_a_contradiction_is_refused_in_one_line_and_changes_nothing(graph: Path) -> None:
    run(graph, "curate", "keep-apart", "LoRA", "low-rank updates")
    before, text = contents(graph), beside(graph).read_text(encoding="utf-8")
    done = run(graph, "curate", "merge", "LoRA", "low-rank updates")
    assert done.exit_code == 1
    assert done.output.count("\n") == 1
    assert "contradicts keep-apart Method" in done.output
    assert (contents(graph), beside(graph).read_text(encoding="utf-8")) == (before, text)


def test_entries_that_fit_nothing_any_more_are_reported_at_a_build(graph: Path) -> None:
    curation = Curation(beside(graph))
    curation.add(MERGE)
    curate(graph, curation)
    report = build_claims(graph, *RECORDS[:2])
    assert [trouble.text for trouble in report.undecided] == [
        "merge Method 'LoRA', 'low-rank updates': no Method is called 'low-rank updates'"
    ]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("merge", "LoRA", "lora"), "are one entity already, Method:lora"),
        (("merge", "LoRA", "tuning"), "no one type has them all"),
        (("merge", "LoRA", "nowhere"), "nothing is called 'nowhere'"),
        (("split", "LoRA", "SAC"), "is not also written 'SAC'"),
        (("rename", "SAC", "SAC"), "is 'SAC' already"),
        (("retype", "SAC", "Method"), "is 'Method' already"),
        (("undo",), "no decision to undo"),
    ],
)
def test_what_cannot_be_done_is_told_in_one_line(
    graph: Path, words: tuple[str, ...], told: str
) -> None:
    done = run(graph, "curate", *words)
    assert (done.exit_code, done.output.count("\n")) == (1, 1), done.output
    assert told in done.output
    assert not beside(graph).exists()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[[decision]\n", "not TOML"),
        ("decision = 3\n", r"\[\[decision\]\] tables"),
        ("[merge]\n", "'merge' is unknown here"),
        ('[[decision]]\ndo = "fuse"\n', "decision 1: do is 'fuse'"),
        ('[[decision]]\ndo = "ignore"\ntype = "Tool"\n', "type is 'Tool'"),
        ('[[decision]]\ndo = "ignore"\ntype = "Task"\n', "name is None"),
        ('[[decision]]\ndo = "merge"\ntype = "Task"\nnames = ["a"]\n', "2 names or more"),
        ('[[decision]]\ndo = "retype"\ntype = "Task"\nname = "a"\nto = "Task"\n', "to is 'Task'"),
        ('[[decision]]\ndo = "split"\ntype = "Task"\nname = "a"\nforms = "b"\n', "forms is 'b'"),
    ],
)
def test_a_broken_file_is_told_in_one_line(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "curation.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(CurationError, match=told) as failure:
        Curation(path)
    assert str(failure.value).startswith(str(path))


def test_the_list_numbers_what_undo_takes(graph: Path) -> None:
    run(graph, "curate", "rename", "tuning", "fine-tuning")
    run(graph, "curate", "merge", "LoRA", "low-rank updates")
    listed = run(graph, "curate", "list", "--format", "jsonl").output.splitlines()
    assert listed[0].startswith('{"number": 1, "do": "rename"')
    assert "undone: rename Task 'tuning'" in run(graph, "curate", "undo", "1").output
    assert Curation(beside(graph)).decisions == (MERGE,)
    assert run(graph, "curate", "undo", "2").exit_code == 1


def test_suggestions_come_with_the_command_that_carries_them_out(tmp_path: Path) -> None:
    graph = tmp_path / "g.kg"
    build_claims(
        graph,
        *(claims(f"a{n}", claim("Method", "adapted low rank")) for n in range(3)),
        *(claims(f"b{n}", claim("Method", "low rank adaptation")) for n in range(2)),
        *(claims(f"c{n}", claim("Task", "low rank adaptation")) for n in range(9)),
    )
    rows = run(graph, "curate", "suggest", "--format", "jsonl").output
    assert "kg curate merge --type Method 'adapted low rank' 'low rank adaptation'" in rows
    assert "kg curate retype --type Method 'low rank adaptation' Task" in rows


_DECISIONS = st.lists(
    st.sampled_from(
        [
            MERGE,
            Decision("split", "Method", ("SAC", "soft actor-critic")),
            Decision("keep-apart", "Method", ("LoRA", "Low-Rank Adaptation")),
            Decision("rename", "Task", ("tuning",), "fine-tuning"),
            Decision("retype", "Dataset", ("TreeSet",), "Method"),
            Decision("ignore", "Method", ("SAC",)),
        ]
    ),
    unique=True,
    max_size=4,
)


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(_DECISIONS)
def test_decisions_taken_back_in_any_number_restore_the_graph(
    graph: Path, decisions: list[Decision]
) -> None:
    curation = Curation(beside(graph))
    curate(graph, curation)
    before = contents(graph)
    for decision in decisions:
        curation.add(decision)
    curate(graph, curation)
    for _ in decisions:
        curation.undo()
    curate(graph, curation)
    assert contents(graph) == before


def test_neo4j_is_loaded_with_what_curation_left(graph: Path) -> None:
    from kg.property_graph import property_graph

    run(graph, "curate", "rename", "LoRA", "Low-rank adapters")
    with open_store(graph) as store:
        methods = property_graph(store).nodes["Method"]
    assert methods["Method:lora"]["name"] == "Low-rank adapters"
