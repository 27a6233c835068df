"""How a graph shows itself in a notebook: the page in a frame, or for large graphs a table."""

from html import escape

from kg.errors import QueryError
from kg.schema import ENTITY_TYPES
from kg.viz.graph import PictureGraph, Source, read_graph
from kg.viz.picture import render_picture

#: Papers up to which the page stands in the notebook; a notebook keeps what it shows, so its file grows by it.
MOST_FRAMED = 300
#: Names of each type in the table of a larger graph.
NAMED = 6


def notebook_html(store: Source, caption: str) -> str:
    """HTML without any script of its own; the page runs in a frame that reaches neither notebook nor network."""
    graph = read_graph(store)
    head = f"<p><b>{escape(caption)}</b></p>"
    if len(graph.papers) > MOST_FRAMED:
        return head + _table(graph)
    try:
        page = render_picture(store)
    except QueryError as error:
        return f"{head}<p>{escape(str(error))}</p>"
    return (
        f'{head}<iframe title="Picture of the graph" srcdoc="{escape(page, quote=True)}"'
        ' sandbox="allow-scripts allow-downloads allow-popups"'
        ' style="width: 100%; height: 600px; border: 1px solid #8888; border-radius: 6px"></iframe>'
    )


def _table(graph: PictureGraph) -> str:
    rows = []
    for kind in ENTITY_TYPES.values():
        nodes = [n for n, entity in graph.entities.items() if entity.type == kind.name]
        top = sorted(nodes, key=graph.worth)[:NAMED]
        names = ", ".join(f"{graph.entities[n].name} ({graph.spread.get(n, 0)})" for n in top)
        rows.append(
            f"<tr><th>{kind.plural}</th><td>{len(nodes):,}</td><td>{escape(names)}</td></tr>"
        )
    return (
        "<table><tr><th></th><th>number</th><th>in most papers</th></tr>"
        + "".join(rows)
        + "</table><p>The whole graph as a page: <code>graph.picture('papers.html')</code></p>"
    )
