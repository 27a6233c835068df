"""pyvis behind one file: its `Network` holds the opening view, its package the drawing library.

pyvis's own page is not used: it refers to the network in every mode, inserts its heading as HTML, opens
files without an encoding and has no way to keep texts inert.
"""

import json
import re
from importlib.resources import files
from typing import Any

from kg.errors import MissingPartError

_BUNDLE = ("lib", "vis-9.1.2", "vis-network.min.js")

_OPTIONS = {
    "autoResize": True,
    "physics": {"enabled": False},
    "layout": {"improvedLayout": False, "randomSeed": 7},
    "interaction": {
        "hover": True,
        "hoverConnectedEdges": False,
        "selectConnectedEdges": False,
        "multiselect": False,
        "tooltipDelay": 0,
        # The page has keys of its own, which walk from node to node.
        "keyboard": {"enabled": False},
    },
    "nodes": {"borderWidth": 1, "borderWidthSelected": 3, "chosen": False},
    "edges": {"chosen": False, "selectionWidth": 0, "arrowStrikethrough": False},
}


class Network:
    """A directed pyvis network, filled node by node and read back as plain data."""

    def __init__(self) -> None:
        from pyvis.network import Network as PyvisNetwork  # type: ignore[import-untyped]

        # Undirected, pyvis drops parallel edges.
        self._network = PyvisNetwork(directed=True, cdn_resources="in_line")
        self._network.set_options(json.dumps(_OPTIONS))

    def add_node(self, node: int, *, shape: str, colour: str, **fields: Any) -> None:
        """Add a node by its number in the page's tables, which hold its name."""
        self._network.add_node(node, label=str(node), shape=shape, color=colour, **fields)

    def add_tie(self, left: int, right: int, count: int) -> None:
        """Add a line without direction between two nodes already added."""
        self._network.add_edge(left, right, value=count)

    def data(self) -> dict[str, Any]:
        """`nodes`, `edges` and `options` in vis-network's terms."""
        network = self._network
        return {"nodes": network.nodes, "edges": network.edges, "options": network.options}


def drawing_library() -> str:
    """The JavaScript of vis-network (MIT or Apache-2.0) that pyvis ships, without its source map line.

    Raises MissingPartError where the installed pyvis has another one.
    """
    bundle = files("pyvis").joinpath(*_BUNDLE)
    if not bundle.is_file():
        raise MissingPartError(
            f"the installed pyvis lacks {'/'.join(_BUNDLE)}; install it again: pip install 'pyvis==0.3.2'"
        )
    return re.sub(r"^//# sourceMappingURL=.*$", "", bundle.read_text("utf-8"), flags=re.MULTILINE)
