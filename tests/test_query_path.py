"""How two nodes are connected: the shortest paths, the surest and least generic first."""

from math import log

import networkx as nx
import pytest
from query_sample import GRAPH, build, cells, rows_of, run

import queries
from kg.errors import QueryError
from queries import Options
from queries.base.view import View


def test_path_gives_all_shortest_paths_with_evidence() -> None:
    rows = run("path")
    assert cells(rows, "path", "step", "length", "from", "edge", "to", "head") == [
        (1, 1, 3, "p:2", "COMPARES_WITH", "Method:lora", "p:2"),
        (1, 2, 3, "Method:lora", "USES", "p:3", "p:3"),
        (1, 3, 3, "p:3", "USES", "Method:beam", "p:3"),
    ]
    assert len(run("path", {"a": "p:1", "b": "p:2"})) == 8
    assert cells(run("path", {"a": "p:1", "b": "p:2"}, limit=1), "to") == [
        ("Dataset:glue",),
        ("p:2",),
    ]


def test_of_equally_short_paths_the_surest_and_least_generic_come_first() -> None:
    graph: nx.MultiDiGraph = nx.MultiDiGraph()
    papers = ["p:a", "p:b", *(f"p:{i}" for i in range(9))]
    for paper in papers:
        graph.add_node(paper, label="Paper", title=paper)
    for name in ("common", "doubted", "never", "rare", "sure"):
        graph.add_node(f"Method:{name}", label="Method", name=name)

    def use(name: str, paper: str, confidence: float) -> None:
        data = {"type": "USES", "paper": paper, "confidence": confidence}
        graph.add_edge(paper, f"Method:{name}", key=f"USES|{paper}", **data)

    confidences = {"common": 0.9, "doubted": 0.3, "never": 0.0, "rare": 0.9, "sure": 0.9}
    for name, confidence in confidences.items():
        use(name, "p:a", 0.9)
        use(name, "p:b", confidence)
    for paper in papers[2:]:
        use("common", paper, 0.9)
    ends = {"a": "p:a", "b": "p:b"}
    rows = rows_of("path", graph, ends)
    names = [row["from"].partition(":")[2] for row in rows if row["step"] == 2]
    # Of equals the first by id.
    assert names == ["rare", "sure", "doubted", "common", "never"]
    assert rows[0]["score"] == rows[1]["score"] == pytest.approx(2 * log(0.9) - log(3), abs=1e-6)
    assert rows_of("path", graph, ends, Options(limit=2)) == rows[:4]


def test_path_ends_after_four_edges() -> None:
    chain = build()
    for i in range(5):
        chain.add_node(f"Method:c{i}", label="Method", name=f"c{i}")
    for i in range(4):
        data = {"type": "PART_OF", "paper": "p:1", "confidence": 0.9}
        chain.add_edge(f"Method:c{i}", f"Method:c{i + 1}", key="PART_OF|p:1", **data)
    ends = {"a": "Method:c0", "b": "Method:c4"}
    assert len(rows_of("path", chain, ends)) == 4
    chain.add_node("Method:c5", label="Method", name="c5")
    chain.add_edge("Method:c4", "Method:c5", key="PART_OF|p:1", **data)
    assert rows_of("path", chain, ends | {"b": "Method:c5"}) == []


def test_path_agrees_with_networkx() -> None:
    plain = nx.Graph((u, v) for u, v, d in GRAPH.edges(data=True) if d["type"] != "MENTIONS")
    for a, b in [("p:1", "p:4"), ("Task:generation", "p:3"), ("Method:sac", "p:1")]:
        paths: list[list[str]] = []
        if nx.has_path(plain, a, b) and nx.shortest_path_length(plain, a, b) <= 4:
            paths = sorted(nx.all_shortest_paths(plain, a, b))
        found = queries.find("path").find(View(GRAPH), a=a, b=b)
        assert sorted(row["nodes"] for row in found) == paths


def test_path_refuses_one_node_twice() -> None:
    with pytest.raises(QueryError, match="two different nodes"):
        run("path", {"a": "p:1", "b": "p:1"})
