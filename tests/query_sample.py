"""A graph small enough to count by hand, and every question asked of it."""

from typing import Any

import networkx as nx

import queries
from kg.schema import edge_type
from queries import Options

PAPERS = {
    "p:1": (2020, "ICLR 2020"),
    "p:2": (2021, "ICLR 2021"),
    "p:3": (2022, "ACL 2022"),
    "p:4": (None, ""),
    "p:5": (2022, "ACL 2022"),
}
# paper: {entity: role}, confidence 0.9 unless given
ROLES_OF: dict[str, dict[str, Any]] = {
    "p:1": {
        "Method:lora": "proposes",
        "Method:transformer": "uses",
        "Task:tuning": "addresses",
        "Dataset:glue": "evaluates_on",
    },
    "p:2": {
        "Method:dora": "proposes",
        "Method:lora": "compares_with",
        "Method:transformer": "uses",
        "Task:tuning": "addresses",
        "Dataset:glue": "evaluates_on",
    },
    "p:3": {
        "Method:beam": "uses",
        "Method:lora": ("uses", 0.4),
        "Task:translation": "addresses",
        "Dataset:wmt": "proposes",
    },
    "p:4": {"Method:beam": "uses", "Task:translation": "addresses", "Dataset:wmt": "evaluates_on"},
    "p:5": {"Method:lora": "mentions", "Task:tuning": "mentions", "Method:sac": "uses"},
}
RELATIONS = [
    ("Method:lora", "USED_FOR", "Task:tuning", "p:1"),
    ("Method:lora", "PART_OF", "Method:dora", "p:2"),
    ("Method:dora", "COMPARED_WITH", "Method:lora", "p:2"),
    ("Method:beam", "USED_FOR", "Task:translation", "p:3"),
    ("Task:translation", "SUBTASK_OF", "Task:generation", "p:3"),
    ("Dataset:glue", "BENCHMARK_FOR", "Task:tuning", "p:2"),
    ("Method:lora", "EVALUATED_WITH", "Dataset:glue", "p:1"),
]
ALIASES = {"Method:sac": ("SAC",), "Method:lora": ("LoRA", "SAC"), "Method:beam": ("beam search",)}


def build(reverse: bool = False) -> nx.MultiDiGraph:
    graph: nx.MultiDiGraph = nx.MultiDiGraph()
    step = -1 if reverse else 1
    for paper, (year, venue) in list(PAPERS.items())[::step]:
        known = {k: v for k, v in (("year", year), ("venue", venue)) if v}
        graph.add_node(paper, label="Paper", title=f"Title {paper[2:]}", **known)
    edges = [
        (paper, edge_type(role[0] if isinstance(role, tuple) else role), entity, paper,
         role[1] if isinstance(role, tuple) else 0.9)
        for paper, roles in ROLES_OF.items()
        for entity, role in roles.items()
    ] + [(*relation, 0.8) for relation in RELATIONS]  # fmt: skip
    entities = {node for edge in edges for node in (edge[0], edge[2]) if node not in PAPERS}
    for entity in sorted(entities)[::step]:
        kind, _, name = entity.partition(":")
        graph.add_node(entity, label=kind, name=name)
    for head, kind, tail, paper, confidence in sorted(edges)[::step]:
        data = {"type": kind, "paper": paper, "confidence": confidence}
        graph.add_edge(head, tail, key=f"{kind}|{paper}", **data)
    return graph


GRAPH = build()

# Every question with parameters that it can answer.
ASKED: dict[str, dict[str, Any]] = {
    "ambiguous": {},
    "built-on": {"method": "Method:lora"},
    "co-used": {"method": "Method:transformer"},
    "compared-with": {"method": "Method:lora"},
    "datasets-for-task": {"task": "Task:tuning"},
    "methods-for-task": {"task": "Task:tuning"},
    "methods-on-dataset": {"dataset": "Dataset:glue"},
    "papers-with": {"entity": ["Method:lora", "Task:tuning"]},
    "path": {"a": "p:2", "b": "Method:beam"},
    "reused": {},
    "shared-datasets": {},
    "shared-methods": {},
    "similar-papers": {"paper": "p:1"},
    "tasks-of-method": {"method": "Method:lora"},
    "timeline": {"entity": "Method:lora"},
    "top": {},
    "untried": {"task": "Task:translation"},
}


def rows_of(name: str, *given: Any, **sources: Any) -> list[dict[str, Any]]:
    return queries.answer(name, *given, **sources).rows


def run(name: str, values: dict[str, Any] | None = None, **options: Any) -> list[dict[str, Any]]:
    asked = ASKED[name] if values is None else values
    return rows_of(name, GRAPH, asked, Options(**options), aliases=ALIASES)


def cells(rows: list[dict[str, Any]], *keys: str) -> list[tuple[Any, ...]]:
    return [tuple(row[key] for key in keys) for row in rows]
