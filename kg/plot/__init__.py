"""Static pictures for reports: PNG or SVG, drawn by matplotlib (an optional part)."""

from kg.plot.picture import PLOTS, write_plot

__all__ = ["PLOTS", "write_plot"]
