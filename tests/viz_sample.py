"""A small graph for the tests of the picture, and larger ones made up by number."""

from collections.abc import Iterator

from kg.records import Edge, EntityNode, PaperNode

HOSTILE = "</script><b onmouseover=alert(1)>x"
HOSTILE_URL = "javascript:alert(1)"

_FIRST = (
    "Schrödinger nets learn 漢 from 𝔸 text. We propose TinyNet for parsing and compare it with BigNet. "
    "TinyNet is evaluated on TreeBank."
)
_SECOND = f"BigNet was strong in parsing. {HOSTILE} appears here next to TreeBank."


class SampleStore:
    """Holds what it is given; reads like a `kg.store.Store`."""

    def __init__(
        self, papers: list[PaperNode], entities: list[EntityNode], edges: list[Edge]
    ) -> None:
        self._papers, self._entities, self._edges = papers, entities, edges

    def papers(self) -> Iterator[PaperNode]:
        return iter(self._papers)

    def entities(self) -> Iterator[EntityNode]:
        return iter(self._entities)

    def edges(self) -> Iterator[Edge]:
        return iter(self._edges)


def paper(
    id: str,
    title: str,
    abstract: str,
    *,
    url: str = "",
    authors: tuple[str, ...] = (),
    year: int = 2024,
) -> PaperNode:
    return PaperNode(id, title, title, abstract, year, "Parsing Days", authors, url, (), {})


def span(text: str, mention: str) -> tuple[int, int]:
    start = text.index(mention)
    return start, start + len(mention)


def small_store() -> SampleStore:
    """Two papers, five entities; two edges lie in parallel and one runs between the papers' entities."""
    papers = [
        paper("p1", "Schrödinger 漢 𝔸", _FIRST, url="https://example.org/p1"),
        paper("p2", HOSTILE, _SECOND, url=HOSTILE_URL, authors=(HOSTILE,), year=2021),
    ]
    entities = [
        EntityNode("Method:tinynet", "Method", "TinyNet", ("tiny network",)),
        EntityNode("Method:bignet", "Method", "BigNet", ()),
        EntityNode("Task:parsing", "Task", "parsing", ()),
        EntityNode("Dataset:treebank", "Dataset", "TreeBank", ()),
        EntityNode("Method:hostile", "Method", HOSTILE, (HOSTILE + "2",)),
    ]

    def edge(head: str, kind: str, tail: str, where: str, sure: float, *mentions: str) -> Edge:
        text = _FIRST if where == "p1" else _SECOND
        spans = [span(text, mention) for mention in mentions]
        return Edge(head, kind, tail, where, sure, spans[0] if len(spans) > 1 else None, spans[-1])

    edges = [
        edge("p1", "PROPOSES", "Method:tinynet", "p1", 0.99, "TinyNet"),
        edge("p1", "COMPARES_WITH", "Method:bignet", "p1", 0.8, "BigNet"),
        edge("p1", "ADDRESSES", "Task:parsing", "p1", 0.9, "parsing"),
        edge("p1", "EVALUATES_ON", "Dataset:treebank", "p1", 0.9, "TreeBank"),
        edge("p2", "USES", "Method:bignet", "p2", 0.7, "BigNet"),
        edge("p2", "ADDRESSES", "Task:parsing", "p2", 0.6, "parsing"),
        edge("p2", "USES", "Method:hostile", "p2", 0.5, HOSTILE),
        edge("p2", "MENTIONS", "Dataset:treebank", "p2", 0.4, "TreeBank"),
        edge("Method:tinynet", "USED_FOR", "Task:parsing", "p1", 0.9, "TinyNet", "parsing"),
        edge("Method:bignet", "COMPARED_WITH", "Method:tinynet", "p1", 0.8, "BigNet", "TinyNet"),
        edge("Method:bignet", "PART_OF", "Method:tinynet", "p1", 0.3, "BigNet", "TinyNet"),
    ]
    return SampleStore(papers, entities, edges)


def large_store(papers: int) -> SampleStore:
    """`papers` papers with two entities each: one of their own, one shared by ten."""
    nodes, entities, edges = [], [], []
    for shared in range(-(-papers // 10)):
        entities.append(EntityNode(f"Task:t{shared}", "Task", f"shared task {shared}", ()))
    for number in range(papers):
        text = f"We propose method {number} for shared task {number // 10}."
        key, own = f"p{number:05}", f"Method:m{number}"
        nodes.append(paper(key, f"Paper number {number}", text))
        entities.append(EntityNode(own, "Method", f"method {number}", ()))
        shared_span = span(text, f"shared task {number // 10}")
        edges.append(Edge(key, "PROPOSES", own, key, 0.9, None, span(text, f"method {number}")))
        edges.append(Edge(key, "ADDRESSES", f"Task:t{number // 10}", key, 0.9, None, shared_span))
    return SampleStore(nodes, entities, edges)


def topic_store(papers: int = 24) -> SampleStore:
    """`papers` papers of three topics; those of a topic share three methods, and all share one task."""
    nodes, edges = [], []
    entities = [EntityNode("Task:common", "Task", "common ground", ())]
    for topic in ("ant", "bee", "cow"):
        names = [f"core {topic} {n}" for n in range(3)]
        entities += [EntityNode(f"Method:{name}", "Method", name, ()) for name in names]
        for number in range(papers // 3):
            text = f"We use {', '.join(names)} for common ground."
            key = f"{topic[:2]}{number:02}"
            nodes.append(paper(key, f"Paper {number} on {topic}", text, year=2000 + number))
            edges += [
                Edge(key, "USES", f"Method:{n}", key, 0.9, None, span(text, n)) for n in names
            ]
            at = span(text, "common ground")
            edges.append(Edge(key, "ADDRESSES", "Task:common", key, 0.9, None, at))
    return SampleStore(nodes, entities, edges)
