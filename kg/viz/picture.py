"""The public way to a picture: choose what to draw, lay it out, write one file."""

from collections.abc import Collection
from pathlib import Path
from typing import TypedDict, Unpack

from kg.errors import NotFoundError, QueryError
from kg.output.atomic import opened
from kg.viz.choose import around as nodes_around
from kg.viz.choose import held as nodes_held
from kg.viz.choose import overview
from kg.viz.graph import PictureGraph, Source, read_graph
from kg.viz.layout import positions
from kg.viz.network import Network
from kg.viz.page import page
from kg.viz.payload import add_claims, add_nodes, add_ties, edge_kinds, kinds
from kg.viz.sharing import Tie, papers_near, tied_papers, ties, ties_among

#: Nodes drawn when the page opens: about what a window holds with readable names.
DEFAULT_LIMIT = 120
#: Most nodes ever drawn at once; beyond, a browser no longer moves them smoothly.
MOST_DRAWN = 1000
#: Most nodes a page holds for searching and unfolding; keeps the file below some twenty megabytes.
MOST_HELD = 6000


class View(TypedDict, total=False):
    """What to draw; `render_picture` says what each means."""

    around: str | None
    depth: int
    papers: bool
    types: Collection[str]
    roles: Collection[str]
    min_confidence: float
    limit: int
    title: str


def write_picture(store: Source, path: Path | str, **view: Unpack[View]) -> None:
    """Write the picture of `store` to `path` as one self-contained HTML file, whole or not at all.

    `view` are the keywords of `render_picture`, which raises what this raises; InputError, too, where the
    folder of `path` is missing. Nothing else is written anywhere.
    """
    text = render_picture(store, **view)
    with opened(Path(path)) as stream:
        stream.write(text)


def render_picture(
    store: Source,
    *,
    around: str | None = None,
    depth: int = 1,
    papers: bool = False,
    types: Collection[str] = (),
    roles: Collection[str] = (),
    min_confidence: float = 0.0,
    limit: int = DEFAULT_LIMIT,
    title: str = "",
) -> str:
    """The page as text; the same for the same graph and view.

    `around` is a node id and `depth` how many steps to go from it; without it the page opens on an overview.
    `papers` draws papers only, joined where they share a task, method or dataset. `types`, `roles` and
    `min_confidence` leave out entities of other types, paper edges with other roles and less certain claims.
    `limit` caps the nodes drawn at first (0 for as many as a page can draw).
    Raises NotFoundError for an `around` that the filters leave no trace of, QueryError where nothing is left
    to draw.
    """
    graph = read_graph(store, types=types, roles=roles, min_confidence=min_confidence)
    if around is not None and around not in graph.papers and around not in graph.entities:
        raise NotFoundError(f"{around} is not in the graph under these filters; loosen them")
    most = min(limit, MOST_DRAWN) or MOST_DRAWN
    found = ties(graph) if papers else []
    drawn = _drawn(graph, found, around=around, depth=depth, papers=papers, limit=most)
    if not drawn:
        raise QueryError(_nothing(graph, papers=papers))
    shown_ties = ties_among(found, drawn)
    held = nodes_held(graph, drawn, MOST_HELD)
    among = set(held)
    edges = [e for e in graph.edges if e.head in among and e.tail in among]
    links = [(t.left, t.right) for t in shown_ties] if papers else list(_links(graph, drawn))
    network = Network()
    linked = {node for link in links for node in link}
    pinned = {n for n in drawn if n not in linked or n == around}
    add_nodes(network, graph, held, positions(drawn, links), pinned)
    sentences, rows = add_claims(network, graph, edges)
    add_ties(network, shown_ties)
    data = network.data() | {
        "papers": rows,
        "sentences": sentences,
        "kinds": kinds(),
        "edgeKinds": edge_kinds(),
        "start": around,
        "off": [] if graph.mentions_drawn else ["MENTIONS"],
        "onlyPapers": papers,
        "total": {"papers": len(graph.papers), "entities": len(graph.entities)},
        "view": _filters(types, roles, min_confidence),
    }
    return page(data, title=title or _title(graph, around))


def _drawn(
    graph: PictureGraph,
    found: list[Tie],
    *,
    around: str | None,
    depth: int,
    papers: bool,
    limit: int,
) -> list[str]:
    if not papers:
        return nodes_around(graph, around, depth, limit) if around else overview(graph, limit)
    if around is None:
        return tied_papers(found, limit)
    if around in graph.papers:
        return papers_near(found, [around], depth, limit)
    naming = sorted((n for n in graph.links.get(around, ()) if n in graph.papers), key=graph.worth)
    return papers_near(found, naming, depth - 1, limit)


def _links(graph: PictureGraph, drawn: list[str]) -> set[tuple[str, str]]:
    among = set(drawn)
    return {(n, o) for n in drawn for o in graph.links.get(n, ()) if o in among}


def _nothing(graph: PictureGraph, *, papers: bool) -> str:
    if not graph.papers:
        return "nothing to draw: the graph holds no paper; build it first with `kg build`"
    if not graph.links and not graph.filtered:
        return "nothing to draw: no task, method or dataset was found in the papers; see `kg info`"
    if papers:
        return (
            "nothing to draw: no two papers share an entity under these filters; "
            "loosen them or leave out --papers"
        )
    return (
        "nothing to draw: no entity passes these filters; loosen --type, --role or --min-confidence"
    )


def _filters(types: Collection[str], roles: Collection[str], min_confidence: float) -> str:
    parts = [*types, *(role.replace("_", " ") for role in roles)]
    if min_confidence > 0:
        parts.append(f"confidence {min_confidence:g} or more")
    return ", ".join(parts)


def _title(graph: PictureGraph, around: str | None) -> str:
    if around is None:
        return "Paper graph"
    paper, entity = graph.papers.get(around), graph.entities.get(around)
    return paper.title if paper else entity.name if entity else around
