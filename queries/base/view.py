"""The graph as a question sees it: filtered once, then plain dictionaries."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, Protocol

from kg.schema import PAPER
from queries.base.options import Options, cap
from queries.base.roles import MENTIONS


class Graph(Protocol):
    """What is asked of a NetworkX MultiDiGraph in the shape of `kg.graph.slim_graph`."""

    @property
    def nodes(self) -> Any: ...
    def adjacency(self) -> Any: ...
    def get_edge_data(self, u: str, v: str) -> Any: ...


class Link(NamedTuple):
    """An edge that counts."""

    head: str
    type: str
    tail: str
    paper: str
    confidence: float


class Pattern(NamedTuple):
    """Edges that support a row: those from `head` to `tail`, of `types` where any are given."""

    head: str
    tail: str
    types: tuple[str, ...] = ()


class View:
    """Papers and edges that pass the filters of `options`.

    `papers`: ids in graph order; `roles`: paper -> entity -> edge type; `holders`: entity -> paper -> edge
    type; `relations`: entity -> the links between entities at it, whichever end; `aliases`: entity -> its
    other surface forms, filled only for questions that ask for them. `keep` is a paper that passes whatever
    its year and venue: the one that the question is about.
    """

    def __init__(
        self,
        graph: Graph,
        options: Options | None = None,
        aliases: Mapping[str, Iterable[str]] | None = None,
        *,
        keep: str | None = None,
    ) -> None:
        self.graph = graph
        self.options = options or Options()
        self.aliases = aliases or {}
        self.nodes: Mapping[str, Mapping[str, Any]] = graph.nodes
        self.papers: dict[str, None] = {
            node: None
            for node, data in graph.nodes(data=True)
            if data["label"] == PAPER.name and (node == keep or self._paper_fits(data))
        }
        self.roles: dict[str, dict[str, str]] = {paper: {} for paper in self.papers}
        self.holders: dict[str, dict[str, str]] = {}
        self.relations: dict[str, list[Link]] = {}
        self._index(graph)

    @property
    def cap(self) -> int:
        """In how many papers an entity may be to count in a pair."""
        return cap(self.options, len(self.papers))

    def type_of(self, node: str) -> str:
        """`Paper`, `Task`, `Method` or `Dataset`."""
        return str(self.nodes[node]["label"])

    def df(self, entity: str) -> int:
        """In how many papers `entity` counts."""
        return len(self.holders.get(entity, ()))

    def links(self, pattern: Pattern) -> Iterator[Link]:
        """The edges of `pattern` that pass the filters, in no particular order."""
        head, tail, types = pattern
        for data in (self.graph.get_edge_data(head, tail) or {}).values():
            if self._edge_fits(data) and (not types or data["type"] in types):
                yield Link(head, data["type"], tail, data["paper"], data["confidence"])

    def _index(self, graph: Graph) -> None:
        """One pass over the edges; the loops are flat because every question waits for them."""
        least, mentions = self.options.min_confidence, self.options.mentions
        papers, holders, relations = self.papers, self.holders, self.relations
        for head, tails in graph.adjacency():
            roles = self.roles.get(head)
            for tail, edges in tails.items():
                for data in edges.values():
                    kind, paper, confidence = data["type"], data["paper"], data["confidence"]
                    if confidence < least or paper not in papers:
                        continue
                    if roles is None:
                        link = Link(head, kind, tail, paper, confidence)
                        relations.setdefault(head, []).append(link)
                        relations.setdefault(tail, []).append(link)
                    elif mentions or kind != MENTIONS:
                        roles[tail] = kind
                        holders.setdefault(tail, {})[head] = kind

    def _paper_fits(self, data: Mapping[str, Any]) -> bool:
        first, last = self.options.year
        year = data.get("year")
        if first is not None and (year is None or year < first):
            return False
        if last is not None and (year is None or year > last):
            return False
        venue = self.options.venue.lower()
        return not venue or venue in (data.get("venue") or "").lower()

    def _edge_fits(self, data: Mapping[str, Any]) -> bool:
        return (
            data["confidence"] >= self.options.min_confidence
            and data["paper"] in self.papers
            and (self.options.mentions or data["type"] != MENTIONS)
        )
