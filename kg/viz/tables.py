"""The whole graph as columns: each text once, everything else numbers, so that the page stays small.

A node's number is its place among the papers, or, after these, among the entities. Claims stand paper by
paper; a claim's sentence is a slice of its paper's text. JavaScript counts UTF-16 code units, so slices do.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate, groupby
from typing import Any
from urllib.parse import urlsplit

from kg.evidence import place
from kg.records import Edge, EntityNode, PaperNode, Span
from kg.schema import ENTITY_TYPES, PAPER, RELATION_TYPES, ROLES, edge_type
from kg.viz.graph import PictureGraph

#: Lines that no claim states: between papers that share something, between methods used in one paper.
SHARES, TOGETHER = "SHARES", "TOGETHER"


def kinds() -> list[dict[str, str]]:
    """The kinds of node, in the order of the legend; papers last."""
    return [
        {"name": t.name, "plural": t.plural, "colour": t.colour, "shape": t.shape}
        for t in (*ENTITY_TYPES.values(), PAPER)
    ]


def edge_kinds() -> list[dict[str, Any]]:
    """The kinds of line, in the order of the legend: paper to entity, entity to entity, ties."""
    roles = [
        {"type": edge_type(r.name), "phrase": r.phrase, "family": "role", "symmetric": False}
        for r in sorted(ROLES.values(), key=lambda r: r.rank)
    ]
    relations = [
        {"type": r.name, "phrase": r.phrase, "family": "relation", "symmetric": r.symmetric}
        for r in RELATION_TYPES.values()
    ]
    ties = [
        {"type": SHARES, "phrase": "shares with", "family": "tie", "symmetric": True},
        {"type": TOGETHER, "phrase": "used together with", "family": "tie", "symmetric": True},
    ]
    return [*roles, *relations, *ties]


def paper_columns(papers: Iterable[PaperNode], texts: dict[str, str]) -> dict[str, list[Any]]:
    """Columns of papers; `texts` maps an id to the clean abstract. A column without any value is absent."""
    papers = list(papers)
    columns: dict[str, list[Any]] = {
        "id": [p.id for p in papers],
        "title": [str(p.title) for p in papers],
        "text": [texts.get(p.id, "") for p in papers],
        "year": [p.year or 0 for p in papers],
        "venue": [p.venue for p in papers],
        "authors": [", ".join(map(str, p.authors[:20])) for p in papers],
        "url": [web_address(p.url) for p in papers],
    }
    return {name: column for name, column in columns.items() if name == "id" or any(column)}


def entity_columns(entities: Iterable[EntityNode]) -> dict[str, Any]:
    """Columns of entities; `aliases` only for those that have any, by place."""
    entities = list(entities)
    order = list(ENTITY_TYPES)
    return {
        "id": [e.id for e in entities],
        "name": [e.name for e in entities],
        "kind": [order.index(e.type) for e in entities],
        "aliases": {str(i): list(e.aliases) for i, e in enumerate(entities) if e.aliases},
    }


def claim_columns(
    graph: PictureGraph, number: dict[str, int]
) -> tuple[dict[str, list[int]], dict[str, str]]:
    """Columns of claims by paper in the order of `graph.papers`, and the clean text of each paper.

    `count` has an entry a paper, the others one a claim: `confidence` in thousandths, the sentence's `start`
    and `length` in the paper's text, and `marks`: four numbers a claim, start and length of up to two
    mentions in the text (length 0 where there is none).
    """
    codes = {row["type"]: i for i, row in enumerate(edge_kinds())}
    names = ("type", "head", "tail", "confidence", "start", "length", "marks")
    columns: dict[str, list[int]] = {name: [] for name in ("count", *names)}
    texts: dict[str, str] = {}
    by_paper = {
        paper: list(edges)
        for paper, edges in groupby(sorted(graph.edges, key=_by_paper), key=lambda e: e.paper)
    }
    for key, paper in graph.papers.items():
        edges = by_paper.get(key, [])
        columns["count"].append(len(edges))
        places = [place(paper.abstract, edge) for edge in edges]
        if places:
            texts[key] = places[0].text
            units = utf16_units(places[0].text)
        for edge, found in zip(edges, places, strict=True):
            start, end = units(found.start), units(found.end)
            columns["type"].append(codes[edge.type])
            columns["head"].append(number[edge.head])
            columns["tail"].append(number[edge.tail])
            columns["confidence"].append(round(float(edge.confidence) * 1000))
            columns["start"].append(start)
            columns["length"].append(end - start)
            marks = [(units(a), units(b)) for a, b in merged(found.marks)] + [(0, 0)] * 2
            for first, last in marks[:2]:
                columns["marks"] += (first, last - first)
    return columns, texts


def merged(marks: Iterable[Span]) -> list[Span]:
    """`marks` in text order, those that overlap joined."""
    result: list[Span] = []
    for start, end in sorted(marks):
        if result and start <= result[-1][1]:
            result[-1] = (result[-1][0], max(result[-1][1], end))
        else:
            result.append((start, end))
    return result


def utf16_units(text: str) -> Callable[[int], int]:
    """A function from character offsets in `text` to offsets in UTF-16 code units."""
    if text.isascii() or max(text) < "\U00010000":
        return int
    before = [0, *accumulate(2 if c >= "\U00010000" else 1 for c in text)]
    return lambda offset: before[offset]


def web_address(url: str) -> str:
    """`url` if a browser may follow it from the page (http or https), else ''."""
    try:
        parts = urlsplit(url.strip())
    except ValueError:
        return ""
    return url.strip() if parts.scheme.lower() in ("http", "https") and parts.netloc else ""


def numbers(graph: PictureGraph) -> dict[str, int]:
    """Node id -> its number in the page."""
    return {node: i for i, node in enumerate(graph.ids())}


def flat(nodes: Sequence[str], places: dict[str, tuple[int, int]]) -> list[int]:
    """x and y of each node in turn."""
    return [value for node in nodes for value in places[node]]


def _by_paper(edge: Edge) -> tuple[str, str, str, str]:
    return edge.paper, edge.head, edge.type, edge.tail
