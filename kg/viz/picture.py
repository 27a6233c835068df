"""The public way to a picture: choose what to draw, lay it out, write one file."""

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any, TypedDict, Unpack

from kg.output.atomic import opened
from kg.viz.communities import topic_of, topics
from kg.viz.graph import PictureGraph, Source, read_graph
from kg.viz.opening import View, opening
from kg.viz.page import page
from kg.viz.payload import payload
from kg.viz.says import says

#: Nodes drawn when the page opens: about what a window holds with readable names.
DEFAULT_LIMIT = 120
#: Most nodes ever drawn at once; beyond, a browser no longer moves them smoothly.
MOST_DRAWN = 1000


class ViewOptions(TypedDict, total=False):
    """What to draw; `render_picture` says what each means."""

    around: str | None
    depth: int
    papers: bool
    methods: bool
    rows: Sequence[Mapping[str, Any]] | None
    notes: Sequence[str]
    types: Collection[str]
    roles: Collection[str]
    min_confidence: float
    limit: int
    title: str


def write_picture(store: Source, path: Path | str, **view: Unpack[ViewOptions]) -> None:
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
    methods: bool = False,
    rows: Sequence[Mapping[str, Any]] | None = None,
    notes: Sequence[str] = (),
    types: Collection[str] = (),
    roles: Collection[str] = (),
    min_confidence: float = 0.0,
    limit: int = DEFAULT_LIMIT,
    title: str = "",
) -> str:
    """The page as text; the same for the same graph and view. It holds the whole graph and draws a part.

    `around` is a node id and `depth` how many steps to go from it; without it the page opens on an overview.
    `papers` draws papers only, joined where they share a task, method or dataset; `methods` methods only,
    joined where one paper proposes or uses both; `rows` the rows of an answer (see `kg.ask`), with evidence,
    and `notes` what these leave out. `types`, `roles` and `min_confidence` leave out of the page entities of
    other types, paper edges with other roles and less certain claims. `limit` caps the nodes drawn at first
    (0 for as many as a page can draw).
    Raises NotFoundError for an `around` that the filters leave no trace of, QueryError where nothing is left
    to draw.
    """
    graph = read_graph(store, types=types, roles=roles, min_confidence=min_confidence)
    view = View(
        around=around,
        depth=depth,
        papers=papers,
        methods=methods,
        rows=rows,
        types=types,
        roles=roles,
        min_confidence=min_confidence,
        limit=min(limit, MOST_DRAWN) or MOST_DRAWN,
    )
    found = topics(graph)
    of = topic_of(graph, found)
    first = opening(graph, view, found, of)
    data = payload(graph, first, found, of, says(graph, first, notes))
    return page(data, title=title or _title(graph, around))


def _title(graph: PictureGraph, around: str | None) -> str:
    if around is None:
        return "Paper graph"
    paper, entity = graph.papers.get(around), graph.entities.get(around)
    return paper.title if paper else entity.name if entity else around
