"""What a page says of itself: what is drawn at first, and what is left out."""

from collections.abc import Iterable

from kg.schema import ENTITY_TYPES
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
    if view.rows is not None and (cut := _cut(items(view.rows, set(opening.nodes)))):
        parts.append(cut)
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
    kinds = [kind for kind in ENTITY_TYPES if any(graph.entities[e].type == kind for e in entities)]
    *first, last = [ENTITY_TYPES[kind].plural for kind in kinds] or ["entities"]
    if len(entities) == 1:
        return f"1 {kinds[0].lower()}"
    among = f"{len(entities):,} {' and '.join([', '.join(first), last] if first else [last])}"
    shared = sum(graph.spread.get(entity, 0) > 1 for entity in entities)
    if shared == len(entities):
        return f"the {among} that most papers share"
    some = f"{shared:,}" if shared else "none"
    return f"{among}, {some} of them in more than one paper"


def _cut(answer: list[Item]) -> str:
    """That rows rest on more papers than are drawn; empty where none does."""
    cut = [item for item in answer if item.cut]
    if len(answer) == len(cut) == 1:
        return f"{cut[0].drawn:,} of {cut[0].papers:,} papers drawn, the surest first"
    if not cut:
        return ""
    rows = _counted(len(cut), "row", "rows")
    return f"In {rows} not all papers are drawn, the surest first; the answer says how many"


def _be(number: int) -> str:
    return "is" if number == 1 else "are"


def _filters(view: View) -> str:
    parts = [*view.types, *(role.replace("_", " ") for role in view.roles)]
    if view.min_confidence > 0:
        parts.append(f"confidence {view.min_confidence:g} or more")
    return ", ".join(parts)
