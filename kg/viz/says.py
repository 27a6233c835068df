"""What a page says of itself: what is drawn at first, and what is left out."""

from collections.abc import Iterable

from kg.viz.graph import PictureGraph
from kg.viz.opening import Opening, View
from kg.viz.sharing import ceiling, too_common

_NAMED = 4  # how many too common entities are named


def says(graph: PictureGraph, opening: Opening, notes: Iterable[str]) -> list[str]:
    """Sentences, without a full stop at the end; `notes` are further ones from whoever chose the rows."""
    view = opening.view
    entities = sum(n in graph.entities for n in opening.nodes)
    papers = len(opening.nodes) - entities
    total = len(graph.papers) + len(graph.entities)
    what = {
        "overview": f"Opened on the {entities:,} tasks, methods and datasets that most papers share"
        + (f", and {papers:,} papers" if papers else ""),
        "around": f"Opened on what lies within {view.depth} step{'s' * (view.depth > 1)} of one node",
        "papers": f"Opened on {papers:,} papers, joined by what they share; the number of shared things "
        "is written on the line",
        "methods": f"Opened on {entities:,} methods, joined where one paper proposes or uses both",
        "query": "Opened on the rows of the question and the claims behind them",
    }[view.name]
    parts = [what]
    if len(opening.nodes) < total:
        rest = total - len(opening.nodes)
        parts.append(f"All {rest:,} other nodes are in this page too: search, or expand a node")
    if opening.beyond:
        parts.append(f"{opening.beyond:,} further nodes of this view are not drawn: --limit")
    if view.papers and (common := too_common(graph)):
        names = ", ".join(common[:_NAMED]) + (" and others" if len(common) > _NAMED else "")
        parts.append(f"What more than {ceiling(graph):,} papers name joins no two: {names}")
    if graph.filtered:
        parts.append(f"Left out of this page: all but {_filters(view)}")
    if not graph.mentions_drawn:
        parts.append("Bare mentions are off; the filters can switch them on")
    return [*parts, *notes]


def _filters(view: View) -> str:
    parts = [*view.types, *(role.replace("_", " ") for role in view.roles)]
    if view.min_confidence > 0:
        parts.append(f"confidence {view.min_confidence:g} or more")
    return ", ".join(parts)
