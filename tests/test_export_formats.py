"""Every export read back by the library that its users have."""

import csv
import json
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from graph_sample import ABSTRACT, Sample, at

from kg.export import export

PAPER = "doi:10.1000/x"
EDGES = {(e.head, e.tail, f"{e.type}|{e.paper}") for e in Sample().edges()}


@pytest.fixture
def graphml(tmp_path: Path) -> Any:
    path = tmp_path / "g.graphml"
    export(Sample(), path)
    return nx.read_graphml(path, force_multigraph=True)


@pytest.fixture
def node_link(tmp_path: Path) -> Any:
    path = tmp_path / "g.json"
    export(Sample(), path)
    return nx.node_link_graph(json.loads(path.read_text(encoding="utf-8")), edges="edges")


@pytest.fixture
def tables(tmp_path: Path) -> dict[str, list[dict[str, str]]]:
    export(Sample(), tmp_path / "out")
    found = {}
    for path in sorted((tmp_path / "out").iterdir()):
        with path.open(encoding="utf-8", newline="") as stream:
            found[path.name] = list(csv.DictReader(stream, strict=True))
    return found


def test_graphml_keeps_all_nodes_and_parallel_edges_under_their_keys(graphml: Any) -> None:
    assert isinstance(graphml, nx.MultiDiGraph)
    assert set(graphml) == {n.id for n in [*Sample().papers(), *Sample().entities()]}
    assert set(graphml.edges(keys=True)) == EDGES


def test_graphml_leaves_absent_values_out_and_joins_lists(graphml: Any) -> None:
    assert graphml.nodes["p2"] == {"label": "Paper", "title": "=1+1"}
    assert graphml.nodes["Method:foonet"]["aliases"] == "Foo Net; FN"
    assert graphml.nodes[PAPER]["year"] == 2024
    assert graphml.nodes[PAPER]["title"] == 'A "title", with </b> — 漢 𝔸'


def test_graphml_replaces_what_xml_cannot_hold_without_moving_offsets(graphml: Any) -> None:
    abstract = graphml.nodes[PAPER]["abstract"]
    assert len(abstract) == len(ABSTRACT)
    edge = graphml.edges[PAPER, "Dataset:baz", f"EVALUATES_ON|{PAPER}"]
    assert abstract[edge["tail_start"] : edge["tail_end"]] == "=Baz"


def test_graphml_has_no_edge_id_twice(tmp_path: Path) -> None:
    export(Sample(), tmp_path / "g.graphml")
    assert b"<edge id=" not in (tmp_path / "g.graphml").read_bytes()


def test_fields_of_an_input_cannot_take_a_reserved_name(graphml: Any, node_link: Any) -> None:
    assert node_link.nodes[PAPER]["label"] == "Paper"
    assert node_link.nodes[PAPER]["extra"]["source"] == "s"
    assert json.loads(graphml.nodes[PAPER]["extra"])["id"] == 1


def test_node_link_keeps_lists_nulls_and_parallel_edges(node_link: Any) -> None:
    assert set(node_link.edges(keys=True)) == EDGES
    assert node_link.nodes[PAPER]["authors"] == ["Ann Lee", "Wu, Bo"]
    assert node_link.nodes["p2"]["year"] is None
    assert node_link.nodes[PAPER]["abstract"] == ABSTRACT


def test_every_edge_carries_its_sentence_and_offsets(node_link: Any) -> None:
    for _, _, fields in node_link.edges(data=True):
        assert fields["paper"] == PAPER
        assert 0 <= fields["confidence"] <= 1
        assert fields["sentence"]
        assert 0 <= fields["start"] <= fields["tail_start"] < fields["tail_end"] <= fields["end"]
    used = node_link.edges["Method:foonet", "Task:parsing", f"USED_FOR|{PAPER}"]
    assert (used["head_start"], used["head_end"]) == at("FooNet")
    assert used["sentence"] == "We propose FooNet for parsing, unlike BarNet."
    proposed = node_link.edges[PAPER, "Method:foonet", f"PROPOSES|{PAPER}"]
    assert proposed["head_start"] is None


def test_jsonl_has_a_line_a_node_and_a_line_an_edge_with_stable_keys(tmp_path: Path) -> None:
    export(Sample(), tmp_path / "g.jsonl")
    text = (tmp_path / "g.jsonl").read_text(encoding="utf-8")
    lines = [json.loads(line) for line in text.split("\n")[:-1]]
    assert [line["kind"] for line in lines] == ["node"] * 6 + ["edge"] * 7
    shapes = {(line["kind"], line.get("label") == "Paper"): tuple(line) for line in lines}
    assert len(shapes) == len({tuple(line) for line in lines}) == 3
    assert {(x["source"], x["tail_start"], x["type"]) for x in lines[6:]} == {
        (e.head, e.tail_span[0], e.type) for e in Sample().edges() if e.tail_span
    }


def test_csv_files_hold_every_node_and_edge(tables: Any) -> None:
    assert {name: len(rows) for name, rows in tables.items()} == {
        "papers.csv": 2,
        "entities.csv": 4,
        "edges.csv": 7,
    }
    first, second = tables["papers.csv"]
    assert (first["id"], first["abstract"], first["authors"]) == (
        PAPER,
        ABSTRACT,
        "Ann Lee; Wu, Bo",
    )
    assert (second["year"], second["extra"]) == ("", "")
    ids = {row["id"] for name in ("papers.csv", "entities.csv") for row in tables[name]}
    for edge in tables["edges.csv"]:
        assert {edge["head"], edge["tail"], edge["paper"]} <= ids
        assert int(edge["start"]) < int(edge["end"])


def test_an_empty_graph_is_a_valid_file_in_every_kind(tmp_path: Path) -> None:
    class Empty(Sample):
        def papers(self) -> Any:
            return iter(())

        entities = edges = papers

    for name in ("g.graphml", "g.json", "g.jsonl", "g"):
        export(Empty(), tmp_path / name)
    assert len(nx.read_graphml(tmp_path / "g.graphml")) == 0
    assert json.loads((tmp_path / "g.json").read_bytes())["nodes"] == []
    assert (tmp_path / "g.jsonl").read_bytes() == b""
    assert len((tmp_path / "g" / "edges.csv").read_text(encoding="utf-8").splitlines()) == 1
