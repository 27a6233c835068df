"""What a page says of itself: what is drawn at first, and what is left out."""

from collections.abc import Iterable

from kg.viz.answer import Item, items
from kg.viz.graph import PictureGraph
from kg.viz.opening import Opening, View
from kg.viz.sharing import ceiling, too_common

_NAMED = 4  # how many too common entities are named


def says(graph: PictureGraph, opening: Opening, notes: Iterable[str]) -> list[str]:
    """Sentences, without a full stop at the end; `notes` are further ones from whoever chose the rows."""
    view = opening.view
    parts = [_opened(graph, opening)]
    rest = len(graph.papers) + len(graph.entities) - len(opening.nodes)
    if rest:
        others = "The other node is" if rest == 1 else f"All {rest:,} other nodes are"
        parts.append(f"{others} in this page too: search, or expand a node")
    if opening.beyond:
        further = _counted(opening.beyond, "further node", "further nodes")
        parts.append(f"{further} of this view {_be(opening.beyond)} not drawn: --limit")
    if view.rows is not None and (
        cut := [i for i in items(view.rows, set(opening.nodes)) if i.cut]
    ):
        parts.append(_cut(cut))
    if view.papers and (common := too_common(graph)):
        names = ", ".join(common[:_NAMED]) + (" and others" if len(common) > _NAMED else "")
        parts.append(f"What more than {ceiling(graph):,} papers name joins no two: {names}")
    if graph.filtered:
        parts.append(f"Left out of this page: all but {_filters(view)}")
    if not graph.mentions_drawn:
        parts.append("Bare mentions are off; the filters can switch them on")
    return [*parts, *notes]


def _counted(number: int, one: str, many: str) -> str:
    """`1 paper`, `1,200 papers`."""
    return f"{number:,} {one if number == 1 else many}"


def _opened(graph: PictureGraph, opening: Opening) -> str:
    view = opening.view
    entities = [n for n in opening.nodes if n in graph.entities]
    papers = _counted(len(opening.nodes) - len(entities), "paper", "papers")
    return {
        "overview": f"Opened on {_shared(graph, entities)}"
        + (f", and {papers}" if len(entities) < len(opening.nodes) else ""),
        "around": f"Opened on what lies within {_counted(view.depth, 'step', 'steps')} of one node",
        "papers": f"Opened on {papers}, joined by what they share; the number of shared things "
        "is written on the line",
        "methods": f"Opened on {_counted(len(entities), 'method', 'methods')}, joined where one paper proposes "
        "or uses both",
        "query": "Opened on the rows of the question and the claims behind them",
    }[view.name]


def _shared(graph: PictureGraph, entities: list[str]) -> str:
    """What entities an overview shows, and how many of them two papers or more share."""
    among = _counted(len(entities), "task, method or dataset", "tasks, methods and datasets")
    shared = sum(graph.spread.get(entity, 0) > 1 for entity in entities)
    if shared == len(entities):
        return f"the {among} that most papers share" if shared > 1 else among
    some = f"{shared:,}" if shared else "none"
    return f"{among}, {some} of them in more than one paper"


def _cut(items: list[Item]) -> str:
    if len(items) == 1:
        (item,) = items
        return f"{item.drawn:,} of {item.papers:,} papers drawn, the surest first"
    return (
        f"Of {len(items):,} rows not all papers are drawn, the surest first; each row says how many"
    )


def _be(number: int) -> str:
    return "is" if number == 1 else "are"


def _filters(view: View) -> str:
    parts = [*view.types, *(role.replace("_", " ") for role in view.roles)]
    if view.min_confidence > 0:
        parts.append(f"confidence {view.min_confidence:g} or more")
    return ", ".join(parts)
