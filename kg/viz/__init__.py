"""The picture of a graph: one HTML file that needs no network and no server."""

from kg.viz.picture import DEFAULT_LIMIT, ViewOptions, render_picture, write_picture

__all__ = ["DEFAULT_LIMIT", "ViewOptions", "render_picture", "write_picture"]
