"""Figures of matplotlib: bars and a heat map that can be read in print and without telling colours apart."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from kg.errors import MissingPartError
from kg.plot.counts import Bars, Grid

#: From the Okabe-Ito palette; hatches tell the parts apart in black and white.
_PARTS = (("#0072B2", ""), ("#E69F00", "//"), ("#009E73", ".."))
_LONGEST = 60  # letters of a name beside a bar


@contextmanager
def style() -> Iterator[None]:
    """Settings of matplotlib for the time of a drawing; raises MissingPartError without it."""
    try:
        import matplotlib
    except ImportError as error:
        raise MissingPartError(
            "kg plot needs matplotlib; install it with: pip install 'paper-kg[plot]'"
        ) from error
    settings = {
        "font.family": "DejaVu Sans",  # comes with matplotlib, so that every machine draws the same
        "font.size": 9,
        "text.parse_math": False,  # a name may hold dollars
        "axes.spines.top": False,
        "axes.spines.right": False,
        "hatch.linewidth": 0.6,
        "svg.hashsalt": "paper-kg",  # ids in the file are random without it
        "svg.fonttype": "none",
    }
    with matplotlib.rc_context(cast(Any, settings)):
        yield


def bars(found: Bars, *, title: str, axis: str) -> Any:
    """A figure with a horizontal bar a name, the parts of a bar side by side."""
    figure, axes = _figure(8.0, 1.3 + 0.29 * len(found.names), title)
    places = range(len(found.names))
    start = [0] * len(found.names)
    for part, key in enumerate(found.keys):
        colour, hatch = _PARTS[part]
        widths = [values[part] for values in found.values]
        axes.barh(
            places, widths, left=start, color=colour, hatch=hatch, edgecolor="white", label=key
        )
        start = [a + b for a, b in zip(start, widths, strict=True)]
    for place, total in zip(places, start, strict=True):
        axes.annotate(
            f"{total:,}", (total, place), xytext=(4, 0), textcoords="offset points", va="center"
        )
    axes.set_yticks(list(places), [_short(name) for name in found.names])
    axes.invert_yaxis()
    axes.margins(y=0.01)
    axes.set_xlabel(axis)
    if len(found.keys) > 1:
        axes.legend(frameon=False, loc="lower right")
    return figure


def heat_map(found: Grid, *, title: str, rows: str, columns: str) -> Any:
    """A figure with a cell for each row and column, its count written into it."""
    wide, high = len(found.columns), len(found.rows)
    figure, axes = _figure(3.2 + 0.42 * wide, 1.9 + 0.3 * high, title)
    most = max(max(row) for row in found.values)
    axes.imshow(found.values, cmap="Blues", aspect="auto", vmin=0, vmax=max(most, 1))
    for y, row in enumerate(found.values):
        for x, value in enumerate(row):
            if value:
                colour = "white" if value > most * 0.6 else "black"
                axes.text(x, y, f"{value}", ha="center", va="center", color=colour, fontsize=8)
    axes.set_xticks(range(wide), [_short(n) for n in found.columns], rotation=45, ha="right")
    axes.set_yticks(range(high), [_short(n) for n in found.rows])
    axes.set_xlabel(columns)
    axes.set_ylabel(rows)
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    return figure


def _figure(width: float, height: float, title: str) -> tuple[Any, Any]:
    # A figure of its own, not pyplot's: nothing is kept, and no window system is asked for.
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, max(height, 2.0)), layout="constrained")
    axes = figure.add_subplot()
    axes.set_title(title, loc="left", fontweight="bold")
    return figure, axes


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[: _LONGEST - 1]}…"
