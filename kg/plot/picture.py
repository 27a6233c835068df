"""The public way to a static picture: count, draw, write one file."""

from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, Final

from kg.errors import InputError, QueryError
from kg.output.atomic import opened
from kg.plot.counts import Bars, Grid, datasets_by_task, most_used_methods, papers_by_topic
from kg.plot.draw import bars, heat_map, style
from kg.viz.graph import PictureGraph, Source, read_graph

#: Bars, or rows and columns, that fit a page.
DEFAULT_LIMIT: Final = 20


@dataclass(frozen=True, slots=True)
class Plot:
    """A kind of picture: `count` gives its numbers, `draw` a figure of them."""

    title: str
    count: Callable[[PictureGraph, int], Bars | Grid]
    draw: Callable[..., Any]
    words: dict[str, str]


PLOTS: Final[dict[str, Plot]] = {
    "methods": Plot("Most used methods", most_used_methods, bars, {"axis": "papers"}),
    "datasets": Plot(
        "Datasets by task: papers",
        datasets_by_task,
        heat_map,
        {"rows": "task", "columns": "dataset"},
    ),
    "topics": Plot("Papers by topic", papers_by_topic, bars, {"axis": "papers"}),
}


def write_plot(
    store: Source,
    kind: str,
    path: Path | str,
    *,
    limit: int = DEFAULT_LIMIT,
    min_confidence: float = 0.0,
    title: str = "",
) -> int:
    """Write a picture of `kind` (see `PLOTS`) to `path`, a PNG or an SVG by its suffix; the same each time.

    Returns how many bars or rows `limit` (0 for no limit) left out. Raises InputError for another suffix,
    QueryError where there is nothing to draw, MissingPartError without matplotlib.
    """
    target = Path(path)
    form = target.suffix.lower().removeprefix(".")
    if form not in ("png", "svg"):
        raise InputError(f"{target}: name a file that ends in .png or .svg")
    plot = PLOTS[kind]
    found = plot.count(read_graph(store, min_confidence=min_confidence), limit)
    if not found.values:
        raise QueryError(f"nothing to draw for {kind}: the graph holds nothing of the kind")
    with style():
        figure = plot.draw(found, title=title or plot.title, **plot.words)
        picture = BytesIO()
        figure.savefig(
            picture, format=form, dpi=160, metadata={"Date": None} if form == "svg" else None
        )
    with opened(target) as stream:
        stream.buffer.write(picture.getvalue())
    return found.left_out
