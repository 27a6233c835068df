"""The library surface."""

from pathlib import Path

import pytest
from cli_sample import CapitalisedWords, write_claims

import kg
from kg.errors import KgError, NotFoundError, StoreError


@pytest.fixture
def graph(tmp_path: Path) -> kg.Graph:
    return kg.build_graph(
        write_claims(tmp_path / "claims.jsonl"), tmp_path / "papers.kg", claims=True
    )


def test_a_graph_says_what_it_is_and_what_its_build_did(graph: kg.Graph, tmp_path: Path) -> None:
    assert repr(graph) == f"<Graph {tmp_path / 'papers.kg'}: 3 papers, 6 entities, 12 edges>"
    assert graph.report is not None
    assert graph.report.new == 3
    assert [paper.id for paper in graph.papers()] == ["doi:10.1/alpha", "doi:10.1/beta", "gamma"]
    assert len(list(graph.entities())) == graph.info()["entities"] == 6


def test_a_graph_is_opened_and_closed(graph: kg.Graph) -> None:
    with kg.open(graph.path) as again:
        assert again.report is None
        assert again.info() == graph.info()


def test_questions_take_names_and_options(graph: kg.Graph) -> None:
    rows = graph.query("papers-with", entity=["alphanet", "TreeSet"], limit=1, year=(2024, None))
    assert [row["paper"] for row in rows] == ["doi:10.1/beta"]
    assert graph.query("papers_with", entity="TreeSet", role="proposes") == []


def test_the_graph_in_memory_has_labels_and_edge_types(graph: kg.Graph) -> None:
    network = graph.nx()
    assert network.nodes["Method:alphanet"] == {"label": "Method", "name": "AlphaNet"}
    edges = network.get_edge_data("doi:10.1/alpha", "Method:alphanet")
    assert [edge["type"] for edge in edges.values()] == ["PROPOSES"]


def test_all_about_a_node_has_its_sentences(graph: kg.Graph) -> None:
    sentences = [row["text"] for row in graph.show("AlphaNet") if row["section"] == "paper"]
    assert sentences == ["We propose AlphaNet for parsing.", "Unlike AlphaNet, it is fast."]


def test_a_picture_is_written_around_a_name(graph: kg.Graph, tmp_path: Path) -> None:
    path = graph.picture(tmp_path / "p.html", around="AlphaNet")
    assert "AlphaNet" in path.read_text(encoding="utf-8")


def test_an_extractor_of_ones_own_is_used(tmp_path: Path) -> None:
    papers = tmp_path / "papers.txt"
    papers.write_text("A first abstract about AlphaNet and the many things that it does.\n")
    graph = kg.build_graph([papers], tmp_path / "own.kg", extractor=CapitalisedWords())
    assert [entity.name for entity in graph.entities()] == ["AlphaNet"]


def test_every_failure_is_a_kg_error(graph: kg.Graph, tmp_path: Path) -> None:
    with pytest.raises(StoreError):
        kg.open(tmp_path / "none.kg")
    with pytest.raises(NotFoundError):
        graph.show("no such thing at all")
    with pytest.raises(KgError):
        graph.query("no-such-question")


def test_the_surface_is_listed_and_nothing_else_is_found() -> None:
    assert {"Graph", "build_graph", "open"} <= set(dir(kg))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = kg.nothing
