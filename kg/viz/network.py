"""pyvis behind one file: its `Network` holds nodes, lines and options, its package the drawing library.

pyvis's own page is not used: it refers to the network in every mode, inserts its heading as HTML, opens
files without an encoding and has no way to keep texts inert.
"""

import json
import re
from importlib.resources import files
from typing import Any

from kg.errors import MissingPartError
from kg.schema import EntityType

_BUNDLE = ("lib", "vis-9.1.2", "vis-network.min.js")

_OPTIONS = {
    "autoResize": True,
    "physics": {"enabled": False},
    "layout": {"improvedLayout": False},
    "interaction": {
        "hover": True,
        "hoverConnectedEdges": False,
        "selectConnectedEdges": False,
        "multiselect": False,
        "tooltipDelay": 0,
        # Without autoFocus off, the canvas takes the focus from the search box as the pointer passes.
        "keyboard": {"enabled": True, "bindToWindow": False, "autoFocus": False},
    },
    "nodes": {"borderWidth": 1, "borderWidthSelected": 3, "chosen": False},
    "edges": {"chosen": False, "selectionWidth": 0, "arrowStrikethrough": False},
}


class _Ids(list[str]):
    """A list that finds its members at once; pyvis searches it for each end of each line."""

    def __init__(self) -> None:
        super().__init__()
        self._known: set[str] = set()

    def append(self, item: str) -> None:
        self._known.add(item)
        super().append(item)

    def __contains__(self, item: object) -> bool:
        return item in self._known


class Network:
    """A directed pyvis network, filled node by node and read back as plain data."""

    def __init__(self) -> None:
        from pyvis.network import Network as PyvisNetwork  # type: ignore[import-untyped]

        # Undirected, pyvis drops parallel edges.
        self._network = PyvisNetwork(directed=True, cdn_resources="in_line")
        self._network.node_ids = _Ids()
        self._network.set_options(json.dumps(_OPTIONS))

    def add_node(
        self, node: str, *, label: str, kind: EntityType, size: int, **fields: Any
    ) -> None:
        """Add a node; `fields` are further values that JSON can hold, for the page's own use."""
        self._network.add_node(
            node,
            label=label,
            shape=kind.shape,
            color=kind.colour,
            size=size,
            kind=kind.name,
            **fields,
        )

    def add_edge(self, head: str, tail: str, *, directed: bool, **fields: Any) -> None:
        """Add a line between two nodes already added; parallel lines stay apart."""
        self._network.add_edge(head, tail, arrows="to" if directed else "", **fields)

    def data(self) -> dict[str, Any]:
        """`nodes`, `edges` and `options` in vis-network's terms."""
        options = self._network.options
        return {"nodes": self._network.nodes, "edges": self._network.edges, "options": options}


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
