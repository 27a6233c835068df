"""paper-kg: paper abstracts to a knowledge graph. The library surface is `kg.build_graph` and `kg.open`."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kg.api import Graph, build_graph, open

__version__ = "0.1.0"

__all__ = ["Graph", "__version__", "build_graph", "open"]


def __getattr__(name: str) -> Any:
    # Lazy (PEP 562): importing a record or asking for help loads neither spaCy nor networkx.
    if name in __all__:
        from kg import api

        return getattr(api, name)
    raise AttributeError(f"module 'kg' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
