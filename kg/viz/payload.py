"""The data that a page carries: held nodes, their claims with sentences, and what the view says of itself."""

from collections.abc import Collection, Iterable
from typing import Any
from urllib.parse import urlsplit

from kg.evidence import evidence
from kg.records import Edge, EntityNode, PaperNode, Span
from kg.schema import ENTITY_TYPES, PAPER, RELATION_TYPES, ROLES, edge_type
from kg.viz.graph import PictureGraph
from kg.viz.network import Network
from kg.viz.sharing import Tie

#: The type of a line between two papers that share something; the graph itself has no such edge.
SHARES = "SHARES"


def kinds() -> list[dict[str, str]]:
    """The kinds of node, in the order of the legend."""
    return [
        {"name": t.name, "plural": t.plural, "colour": t.colour, "shape": t.shape}
        for t in (*ENTITY_TYPES.values(), PAPER)
    ]


def edge_kinds() -> list[dict[str, str | bool]]:
    """The kinds of line, in the order of the legend: paper to entity, entity to entity, paper to paper."""
    roles: list[dict[str, str | bool]] = [
        {"type": edge_type(r.name), "phrase": r.phrase, "family": "role", "symmetric": False}
        for r in sorted(ROLES.values(), key=lambda r: r.rank)
    ]
    relations: list[dict[str, str | bool]] = [
        {"type": r.name, "phrase": r.phrase, "family": "relation", "symmetric": r.symmetric}
        for r in RELATION_TYPES.values()
    ]
    shares: dict[str, str | bool] = {
        "type": SHARES,
        "phrase": "shares with",
        "family": "tie",
        "symmetric": True,
    }
    return [*roles, *relations, shares]


def add_nodes(
    network: Network,
    graph: PictureGraph,
    held: Iterable[str],
    places: dict[str, tuple[int, int]],
    pinned: Collection[str],
) -> None:
    """Add the held nodes; those with a place are drawn when the page opens, the `pinned` whatever else is."""
    most = max(graph.spread.values(), default=1)
    for node in held:
        paper, entity = graph.papers.get(node), graph.entities.get(node)
        fields: dict[str, Any] = _paper_fields(paper) if paper else _entity_fields(entity)
        if node in places:
            fields |= {"x": places[node][0], "y": places[node][1]}
        if node in pinned:
            fields["pinned"] = True
        if node in graph.roles:
            fields["roles"] = graph.roles[node]
        fields["degree"] = len(graph.links.get(node, ()))
        kind = PAPER if paper else ENTITY_TYPES[graph.entities[node].type]
        size = 8 if paper else _size(graph.spread.get(node, 0), most)
        network.add_node(node, kind=kind, size=size, **fields)


def add_claims(
    network: Network, graph: PictureGraph, edges: Iterable[Edge]
) -> tuple[list[str], list[dict[str, Any]]]:
    """Add `edges` with their evidence; return the sentences and the papers that they point into."""
    sentences: dict[str, int] = {}
    papers: dict[str, int] = {}
    for edge in sorted(edges, key=lambda e: (e.paper, e.head, e.type, e.tail)):
        paper = papers.setdefault(edge.paper, len(papers))
        stated_in = graph.papers.get(edge.paper)
        found = evidence(stated_in.abstract, edge) if stated_in else None
        text, marks = (found.sentence, found.marks) if found else ("", ())
        symmetric = edge.type in RELATION_TYPES and RELATION_TYPES[edge.type].symmetric
        network.add_edge(
            edge.head,
            edge.tail,
            directed=not symmetric,
            type=edge.type,
            paper=paper,
            confidence=round(float(edge.confidence), 3),
            sentence=sentences.setdefault(text, len(sentences)),
            marks=utf16_marks(text, marks),
        )
    return list(sentences), [_paper_row(key, graph.papers.get(key)) for key in papers]


def add_ties(network: Network, found: Iterable[Tie]) -> None:
    """Add a line for each pair of papers that share something."""
    for tie in found:
        network.add_edge(
            tie.left, tie.right, directed=False, type=SHARES, confidence=1, via=list(tie.entities)
        )


def utf16_marks(text: str, marks: Iterable[Span]) -> list[list[int]]:
    """`marks` in UTF-16 code units, as JavaScript counts; merged where they overlap, in text order."""
    merged: list[list[int]] = []
    for start, end in sorted(marks):
        if merged and start <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], end)
        else:
            merged.append([start, end])
    if text.isascii():
        return merged
    return [[_units(text[:start]), _units(text[:end])] for start, end in merged]


def web_address(url: str) -> str:
    """`url` if a browser may follow it from the page (http or https), else ''."""
    try:
        parts = urlsplit(url.strip())
    except ValueError:
        return ""
    return url.strip() if parts.scheme.lower() in ("http", "https") and parts.netloc else ""


def _units(text: str) -> int:
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _size(spread: int, most: int) -> int:
    # The area grows with the number of papers; the widest are small enough to leave their neighbours room.
    return int(6 + min(3 * spread**0.5, 16 * (spread / most) ** 0.5))


def _paper_fields(paper: PaperNode) -> dict[str, Any]:
    fields = {
        "label": str(paper.title),
        "year": paper.year,
        "venue": paper.venue,
        "authors": [str(author) for author in paper.authors[:20]],
        "url": web_address(paper.url),
    }
    return {key: value for key, value in fields.items() if value}


def _entity_fields(entity: EntityNode | None) -> dict[str, Any]:
    assert entity is not None  # a held id is a paper's or an entity's
    fields: dict[str, Any] = {"label": entity.name}
    return fields | ({"aliases": list(entity.aliases)} if entity.aliases else {})


def _paper_row(key: str, paper: PaperNode | None) -> dict[str, Any]:
    if paper is None:
        return {"id": key, "title": key}
    row = {"id": key, "title": paper.title, "year": paper.year, "url": web_address(paper.url)}
    return {name: value for name, value in row.items() if value}
