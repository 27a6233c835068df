"""The slim graph holds ids, types and names, in id order."""

from pathlib import Path

from store_sample import PAPERS, build_papers, write

from kg.graph import slim_graph
from kg.store import open_store


def test_nodes_and_edges_have_the_attributes_of_the_architecture(tmp_path: Path) -> None:
    build_papers(tmp_path / "g.kg", write(tmp_path / "a.jsonl", *PAPERS))
    with open_store(tmp_path / "g.kg") as store:
        graph = slim_graph(store)
        edges = list(store.edges())
    assert graph.nodes["p1"] == {"label": "Paper", "title": "One", "year": 2020}
    assert graph.nodes["p2"] == {"label": "Paper", "title": "Two", "venue": "ACL"}
    assert graph.nodes["Method:lora"] == {"label": "Method", "name": "LoRA"}
    assert graph.edges["p3", "Method:lora", "USES|p3"] == {
        "type": "USES",
        "paper": "p3",
        "confidence": 0.9,
    }
    assert graph.number_of_edges() == len(edges) == 14


def test_papers_come_first_and_all_is_in_id_order(tmp_path: Path) -> None:
    build_papers(tmp_path / "g.kg", write(tmp_path / "a.jsonl", *reversed(PAPERS)))
    with open_store(tmp_path / "g.kg") as store:
        nodes = list(slim_graph(store))
    assert nodes[:5] == ["p1", "p2", "p3", "p4", "p5"]
    assert nodes[5:] == sorted(nodes[5:])


def test_the_same_relation_of_two_papers_is_two_parallel_edges(tmp_path: Path) -> None:
    twice = [{"id": f"q{n}", "abstract": "GPT uses LoRA."} for n in range(2)]
    build_papers(tmp_path / "g.kg", write(tmp_path / "a.jsonl", *twice))
    with open_store(tmp_path / "g.kg") as store:
        graph = slim_graph(store)
    assert sorted(graph["Method:gpt"]["Method:lora"]) == ["USED_FOR|q0", "USED_FOR|q1"]
