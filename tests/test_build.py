"""A build is a function of the records that the inputs hold, whatever the order and the history."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reader_sample import zipped
from store_sample import (
    PAPERS,
    NameExtractor,
    build_claims,
    build_papers,
    claim,
    claims,
    contents,
    write,
)

from kg.build import build, remove
from kg.errors import InputError, StoreError
from kg.store import open_store


def test_a_build_counts_what_it_did(tmp_path: Path) -> None:
    graph = tmp_path / "g.kg"
    report = build_papers(graph, write(tmp_path / "a.jsonl", *PAPERS, {"id": "p6", "title": "Six"}))
    assert (report.read, report.without_abstract, report.new, report.extracted) == (6, 1, 6, 5)
    assert (report.papers, report.entities, report.edges) == (6, 5, 14)
    with open_store(graph) as store:
        info = store.info()
    assert (info["papers"], info["entities"], info["edges"]) == (6, 5, 14)
    assert info["edges_by_type"]["USES"] == 9
    assert info["nothing_extracted"] == [
        {"paper": "p4", "reason": "no task, method or dataset found in the text"},
        {"paper": "p6", "reason": "no abstract"},
    ]
    assert info["coverage"]["share"] == 0.666667


def test_the_same_build_again_extracts_and_changes_nothing(tmp_path: Path) -> None:
    graph, file = tmp_path / "g.kg", write(tmp_path / "a.jsonl", *PAPERS)
    build_papers(graph, file)
    before = contents(graph)
    extractor = NameExtractor()
    report = build_papers(graph, file, extractor=extractor)
    assert extractor.seen == []
    assert (report.unchanged, report.new, report.replaced, report.removed) == (5, 0, 0, 0)
    assert contents(graph) == before


def test_an_edited_abstract_replaces_its_facts(tmp_path: Path) -> None:
    graph, file = tmp_path / "g.kg", write(tmp_path / "a.jsonl", *PAPERS)
    build_papers(graph, file)
    edited = {**PAPERS[0], "abstract": "We train a CNN."}
    extractor = NameExtractor()
    report = build_papers(graph, write(file, edited, *PAPERS[1:]), extractor=extractor)
    assert extractor.seen == ["We train a CNN."]
    assert (report.replaced, report.unchanged) == (1, 4)
    with open_store(graph) as store:
        assert [e.tail for e in store.edges_of("p1")] == ["Method:cnn"]
        assert "Method:lstm" not in {e.id for e in store.entities()}


def test_papers_that_a_file_no_longer_holds_are_removed_unless_kept(tmp_path: Path) -> None:
    graph, file = tmp_path / "g.kg", write(tmp_path / "a.jsonl", *PAPERS)
    build_papers(graph, file)
    write(file, *PAPERS[:2])
    assert build_papers(graph, file, keep=True).removed == 0
    report = build_papers(graph, file)
    assert (report.removed, report.papers) == (3, 2)


def test_a_kept_graph_still_takes_an_edited_paper(tmp_path: Path) -> None:
    graph, file = tmp_path / "g.kg", write(tmp_path / "a.jsonl", *PAPERS[:2])
    build_papers(graph, file)
    write(file, {**PAPERS[0], "abstract": "CNN."})
    assert build_papers(graph, file, keep=True).papers == 2
    with open_store(graph) as store:
        assert store.paper("p1").abstract == "CNN."


def test_a_paper_that_another_file_supports_stays(tmp_path: Path) -> None:
    graph = tmp_path / "g.kg"
    one, two = write(tmp_path / "1.jsonl", *PAPERS[:2]), write(tmp_path / "2.jsonl", PAPERS[1])
    build_papers(graph, one, two)
    assert build_papers(graph, write(one, PAPERS[0])).removed == 0
    assert build_papers(graph, write(two, PAPERS[2])).removed == 1


def test_files_of_one_name_in_two_folders_are_two_inputs(tmp_path: Path) -> None:
    graph = tmp_path / "g.kg"
    build_papers(graph, write(tmp_path / "x" / "a.jsonl", PAPERS[0]))
    assert build_papers(graph, write(tmp_path / "y" / "a.jsonl", PAPERS[1])).papers == 2


def test_a_file_deleted_from_an_input_folder_takes_its_papers_along(tmp_path: Path) -> None:
    graph, folder = tmp_path / "g.kg", tmp_path / "in"
    write(folder / "a.jsonl", *PAPERS[:2])
    gone = write(folder / "b.jsonl", *PAPERS[2:])
    build_papers(graph, folder)
    gone.unlink()
    report = build_papers(graph, folder)
    assert (report.removed, report.papers) == (3, 2)


@pytest.mark.parametrize("first", [".", "sub", "sub/b.jsonl", "sub/c.zip"])
@pytest.mark.parametrize("then", [".", "sub"])
def test_a_deleted_file_takes_its_papers_along_whatever_folder_it_was_built_with(
    tmp_path: Path, first: str, then: str
) -> None:
    graph, folder = tmp_path / "g.kg", tmp_path / "in"
    kept = write(folder / "sub" / "a.jsonl", PAPERS[0])
    gone = write(folder / "sub" / "b.jsonl", PAPERS[1]), folder / "sub" / "c.zip"
    gone[1].write_bytes(zipped({"d.jsonl": json.dumps(PAPERS[2]).encode()}))
    build_papers(graph, kept, *gone)
    build_papers(graph, folder / first)
    assert build_papers(graph, write(tmp_path / "other" / "e.jsonl", PAPERS[3])).papers == 4
    for path in gone:
        path.unlink()
    assert build_papers(graph, folder / then, keep=True).papers == 4
    assert build_papers(graph, folder / then).papers == 2


def test_a_folder_that_is_gone_takes_its_papers_along(tmp_path: Path) -> None:
    graph, folder = tmp_path / "g.kg", tmp_path / "in"
    write(folder / "a.jsonl", PAPERS[0])
    write(folder / "sub" / "b.jsonl", PAPERS[1])
    build_papers(graph, folder / "sub", folder)
    build_papers(graph, folder / "sub")
    shutil.rmtree(folder / "sub")
    assert build_papers(graph, folder).papers == 1


def test_a_file_deleted_from_an_archive_takes_its_papers_along(tmp_path: Path) -> None:
    graph, archive = tmp_path / "g.kg", tmp_path / "c.zip"
    lines = [json.dumps(paper).encode() for paper in PAPERS[:2]]
    archive.write_bytes(zipped({"a.jsonl": lines[0], "b.jsonl": lines[1]}))
    assert build_papers(graph, archive).papers == 2
    archive.write_bytes(zipped({"a.jsonl": lines[0]}))
    assert build_papers(graph, archive).papers == 1


def test_a_folder_above_does_not_take_what_it_does_not_look_into(tmp_path: Path) -> None:
    graph, folder = tmp_path / "g.kg", tmp_path / "in"
    write(folder / "a.jsonl", PAPERS[0])
    write(folder / ".hidden" / "sub" / "b.jsonl", PAPERS[1])
    write(folder / ".c.jsonl", PAPERS[2])
    write(tmp_path / "aside" / "d.jsonl", PAPERS[3])
    (folder / "link").symlink_to(tmp_path / "aside", target_is_directory=True)
    inputs = folder / ".hidden" / "sub", folder / ".c.jsonl", folder / "link"
    assert build_papers(graph, *inputs).papers == 3
    assert build_papers(graph, folder).papers == 4


def test_building_in_parts_gives_the_graph_of_building_at_once(tmp_path: Path) -> None:
    one, two = write(tmp_path / "1.jsonl", *PAPERS[:3]), write(tmp_path / "2.jsonl", *PAPERS[2:])
    build_papers(tmp_path / "once.kg", one, two)
    build_papers(tmp_path / "parts.kg", two)
    build_papers(tmp_path / "parts.kg", one)
    assert contents(tmp_path / "parts.kg") == contents(tmp_path / "once.kg")


def test_another_extractor_version_extracts_everything_again(tmp_path: Path) -> None:
    graph, file = tmp_path / "g.kg", write(tmp_path / "a.jsonl", *PAPERS)
    build_papers(graph, file)
    later = NameExtractor("names-2")
    assert build_papers(graph, file, extractor=later).extracted == 5
    with open_store(graph) as store:
        assert store.info()["versions"]["extractor"] == "names-2"


def test_the_least_confidence_leaves_claims_out_until_it_is_lowered(tmp_path: Path) -> None:
    graph, file = tmp_path / "g.kg", write(tmp_path / "a.jsonl", *PAPERS)
    strict = build_papers(graph, file, min_confidence=0.85)
    assert (strict.entities, strict.edges) == (5, 9)  # relations have 0.8, entities 0.9
    again = build_papers(graph, file)
    assert (again.extracted, again.edges) == (0, 14)


def test_a_removed_paper_leaves_no_orphans_and_comes_back_with_its_file(tmp_path: Path) -> None:
    graph, file = tmp_path / "g.kg", write(tmp_path / "a.jsonl", *PAPERS)
    build_papers(graph, file)
    before = contents(graph)
    assert remove(graph, "p1").papers == 4
    with open_store(graph) as store:
        assert "Method:lstm" not in {entity.id for entity in store.entities()}
        assert "Method:bert" in {entity.id for entity in store.entities()}
    build_papers(graph, file)
    assert contents(graph) == before


def test_removing_a_paper_that_is_not_there_changes_nothing(tmp_path: Path) -> None:
    graph = tmp_path / "g.kg"
    build_papers(graph, write(tmp_path / "a.jsonl", *PAPERS))
    with pytest.raises(StoreError, match="no paper has the id 'p9'"):
        remove(graph, "p9")


def test_an_input_without_papers_leaves_no_graph_behind(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        build_papers(tmp_path / "g.kg", write(tmp_path / "a.jsonl", {"title": "no abstract"}))
    assert not list(tmp_path.glob("g.kg*"))


def test_a_failed_build_leaves_the_graph_as_it_was(tmp_path: Path) -> None:
    graph, file = tmp_path / "g.kg", write(tmp_path / "a.jsonl", *PAPERS)
    build_papers(graph, file)
    before = contents(graph)
    with pytest.raises(InputError):
        build_papers(graph, write(file, *PAPERS[:1]), tmp_path / "missing.jsonl")
    assert contents(graph) == before


def test_papers_without_claims_need_an_extractor(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="5 papers without claims need the extractor"):
        build_papers(tmp_path / "g.kg", write(tmp_path / "a.jsonl", *PAPERS), extractor=None)


def test_relations_outside_the_schema_are_rejected_and_counted(tmp_path: Path) -> None:
    record = claims(
        "c1",
        claim("Method", "MethodA"),
        claim("Dataset", "DataB"),
        relations=[["MethodA", "PART_OF", "DataB"], ["MethodA", "EVALUATED_WITH", "DataB"]],
    )
    report = build_claims(tmp_path / "g.kg", record)
    assert report.rejected_relations == 1
    with open_store(tmp_path / "g.kg") as store:
        assert store.info()["rejected_relations"] == 1
        assert [e.type for e in store.edges()].count("EVALUATED_WITH") == 1


@settings(
    max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_any_order_and_any_split_give_the_same_graph(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("order")
    records = [
        claims("a", claim("Method", "soft actor-critic", "SAC"), claim("Task", "control")),
        claims("b", claim("Method", "semantic-anchor compression", "SAC", role="proposes")),
        claims("c", claim("Method", "SAC"), title="Same", authors=["A B"]),
        claims("d", claim("Method", "Soft Actor Critic"), title="same", authors=["C B"]),
        claims(
            "e", claim("Method", "fine-tuning"), claim("Method", "finetuning of all", "fine tuning")
        ),
        claims("e", claim("Method", "fine tuning")),
    ]
    build_claims(folder / "once.kg", *records)
    shuffled = data.draw(st.permutations(records))
    cut = data.draw(st.integers(1, len(records) - 1))
    build_claims(folder / "parts.kg", *shuffled[:cut], name="1.jsonl")
    build_claims(folder / "parts.kg", *shuffled[cut:], name="2.jsonl")
    assert contents(folder / "parts.kg") == contents(folder / "once.kg")


def test_the_hash_seed_changes_nothing(tmp_path: Path) -> None:
    file = write(tmp_path / "a.jsonl", *PAPERS)
    program = (
        "import sys; from pathlib import Path; sys.path.insert(0, sys.argv[1])\n"
        "from store_sample import build_papers, contents\n"
        "build_papers(Path(sys.argv[3]), Path(sys.argv[2])); print(contents(Path(sys.argv[3])))"
    )
    told = []
    for seed in ("1", "2"):
        arguments = [str(Path(__file__).parent), str(file), str(tmp_path / f"{seed}.kg")]
        run = subprocess.run(
            [sys.executable, "-c", program, *arguments],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        )
        told.append(run.stdout)
    assert told[0] == told[1]
    assert "Method:bert" in told[0]


def test_progress_is_told_stage_by_stage(tmp_path: Path) -> None:
    told: list[tuple[str, int, int | None]] = []
    file = write(tmp_path / "a.jsonl", *PAPERS)
    build(
        [file],
        graph=tmp_path / "g.kg",
        extractor=NameExtractor(),
        progress=lambda *s: told.append(s),
    )
    assert told == [("reading", 5, None), ("extracting", 5, 5), ("resolving", 0, None)]
