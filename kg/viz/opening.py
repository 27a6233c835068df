"""What a page shows when it opens: which nodes and ties, where they lie, and what is said of it."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from kg.errors import NotFoundError, QueryError
from kg.viz.answer import nodes_of
from kg.viz.choose import around as nodes_around
from kg.viz.choose import overview
from kg.viz.communities import Topic
from kg.viz.graph import PictureGraph
from kg.viz.islands import Places, islands
from kg.viz.layout import TALL, WIDE, positions
from kg.viz.sharing import Tie, co_used, tied, tied_near, ties, ties_among

#: Topics that lie apart when a page opens; more would leave none of them room for a name.
MOST_ISLANDS = 14


@dataclass(frozen=True, slots=True)
class View:
    """What to draw; `kg.viz.render_picture` says what each field means."""

    around: str | None = None
    depth: int = 1
    papers: bool = False
    methods: bool = False
    rows: Sequence[Mapping[str, Any]] | None = None
    types: Collection[str] = ()
    roles: Collection[str] = ()
    min_confidence: float = 0.0
    limit: int = 120

    @property
    def name(self) -> str:
        """`query`, `papers`, `methods`, `around` or `overview`."""
        if self.rows is not None:
            return "query"
        return (
            "papers" if self.papers
            else "methods" if self.methods
            else "around" if self.around is not None
            else "overview"
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Opening:
    """Nodes in order of worth, `ties` among them, and their places in a wide and in a tall window.

    `pinned` nodes stay although no line leads to them; `beyond` counts what the view asked for and `limit`
    cut; `islands` are the numbers of the topics that lie apart, their names above.
    """

    view: View
    nodes: list[str]
    ties: list[Tie] = field(default_factory=list)
    pinned: frozenset[str] = frozenset()
    beyond: int = 0
    islands: tuple[int, ...] = ()
    wide: Places = field(default_factory=dict)
    tall: Places = field(default_factory=dict)


def opening(graph: PictureGraph, view: View, found: list[Topic], of: dict[str, int]) -> Opening:
    """The opening of `view`. Raises NotFoundError for an `around` that the filters leave no trace of,
    QueryError where nothing is left to draw."""
    if view.around is not None and view.around not in graph.papers.keys() | graph.entities.keys():
        raise NotFoundError(f"{view.around} is not in the graph under these filters; loosen them")
    chosen = _chosen(graph, view, found)
    if not chosen.nodes:
        raise QueryError(_nothing(graph, view))
    tied_pairs = [(t.left, t.right) for t in chosen.ties]
    links = tied_pairs if view.papers or view.methods else _links(graph, chosen.nodes)
    linked = {node for link in links for node in link}
    pinned = frozenset(n for n in chosen.nodes if n not in linked or n == view.around)
    apart = view.name in ("overview", "papers", "methods")
    numbers = _islands(chosen.nodes, of) if apart else ()
    groups = _groups(chosen.nodes, links, {n: t for n, t in of.items() if t in numbers})
    if apart and len(groups) > 1:
        wide, tall = (islands(groups, links, aspect=aspect) for aspect in (WIDE, TALL))
    else:
        wide, tall = (positions(chosen.nodes, links, aspect=aspect) for aspect in (WIDE, TALL))
    return replace(chosen, pinned=pinned, islands=numbers, wide=wide, tall=tall)


def _chosen(graph: PictureGraph, view: View, found: list[Topic]) -> Opening:
    if view.rows is not None:
        nodes = [n for n in nodes_of(view.rows) if n in graph.papers or n in graph.entities]
        return Opening(view, nodes[: view.limit], beyond=max(0, len(nodes) - view.limit))
    if view.papers or view.methods:
        pairs = ties(graph) if view.papers else co_used(graph)
        nodes = _tied_nodes(graph, view, pairs)
        return Opening(view, nodes, ties_among(pairs, nodes))
    if view.around is not None:
        near = nodes_around(graph, view.around, view.depth)
        return Opening(view, near[: view.limit], beyond=max(0, len(near) - view.limit))
    return Opening(view, overview(graph, found, view.limit))


def _tied_nodes(graph: PictureGraph, view: View, pairs: list[Tie]) -> list[str]:
    if view.around is None:
        return tied(pairs, view.limit)
    joined = {n for tie in pairs for n in (tie.left, tie.right)}
    wanted = graph.papers.keys() if view.papers else joined
    if view.around in wanted:
        return tied_near(pairs, [view.around], view.depth, view.limit)
    start = sorted(graph.links.get(view.around, {}).keys() & wanted, key=graph.worth)
    return tied_near(pairs, start, view.depth - 1, view.limit)


def _links(graph: PictureGraph, nodes: list[str]) -> list[tuple[str, str]]:
    among = set(nodes)
    return sorted((n, o) for n in nodes for o in graph.links.get(n, ()) if o in among and n < o)


def _islands(nodes: list[str], of: dict[str, int]) -> tuple[int, ...]:
    """The topics with the most of `nodes`, as many as a window holds; none where all are of one topic."""
    counts = Counter(of[node] for node in nodes if node in of)
    most = sorted((n for n in counts if counts[n] > 1), key=lambda n: (-counts[n], n))
    return tuple(sorted(most[:MOST_ISLANDS])) if len(counts) > 1 else ()


def _groups(nodes: list[str], links: list[tuple[str, str]], of: dict[str, int]) -> list[list[str]]:
    """The nodes by topic, the topics in order; then those without one, linked ones together, single ones last."""
    groups: dict[int, list[str]] = defaultdict(list)
    loose = [node for node in nodes if node not in of]
    for node in nodes:
        if node in of:
            groups[of[node]].append(node)
    parts: dict[str, list[str]] = defaultdict(list)
    root = _roots(loose, links)
    for node in loose:
        parts[root[node]].append(node)
    several = [part for part in parts.values() if len(part) > 1]
    single = [part[0] for part in parts.values() if len(part) == 1]
    return [*(groups[n] for n in sorted(groups)), *several, *([single] if single else [])]


def _roots(nodes: list[str], links: list[tuple[str, str]]) -> dict[str, str]:
    """Each node's representative; linked nodes have the same."""
    root = {node: node for node in nodes}

    def find(node: str) -> str:
        while root[node] != node:
            node = root[node]
        return node

    for one, other in links:
        if one in root and other in root:
            root[max(find(one), find(other))] = min(find(one), find(other))
    return {node: find(node) for node in nodes}


def _nothing(graph: PictureGraph, view: View) -> str:
    if not graph.papers:
        return "nothing to draw: the graph holds no paper; build it first with `kg build`"
    if view.rows is not None:
        return "nothing to draw: the question has no answer here; `kg query` can ask it with other options"
    if not graph.links and not graph.filtered:
        return "nothing to draw: no task, method or dataset was found in the papers; see `kg info`"
    if view.papers or view.methods:
        what = "no two papers share an entity" if view.papers else "no paper uses two methods"
        way = "--papers" if view.papers else "--methods"
        return f"nothing to draw: {what} under these filters; loosen them or leave out {way}"
    return (
        "nothing to draw: no entity passes these filters; loosen --type, --role or --min-confidence"
    )
