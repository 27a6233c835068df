"""The library surface for notebooks and scripts: build a graph, open it, ask it."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from kg.records import EntityNode, PaperNode
from kg.store import Store, open_store

if TYPE_CHECKING:
    import networkx as nx

    from kg.build import BuildReport, Extractor


class Graph:
    """A finished graph, open for reading; a context manager. Names may be given as on the command line."""

    def __init__(self, store: Store, report: "BuildReport | None" = None) -> None:
        self._store = store
        self.report = report
        """What the build did, for a graph from `build_graph`."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        info = self.info()
        counts = ", ".join(f"{info[name]} {name}" for name in ("papers", "entities", "edges"))
        return f"<Graph {self.path}: {counts}>"

    def _repr_html_(self) -> str:
        """What a notebook shows: the picture in a frame, for large graphs a table."""
        from kg.viz.notebook import notebook_html

        return notebook_html(self._store, repr(self).strip("<>"))

    @property
    def path(self) -> Path:
        """The file."""
        return self._store.path

    def close(self) -> None:
        """Lets go of the file."""
        self._store.close()

    def info(self) -> dict[str, Any]:
        """Counts, coverage, versions, and what was skipped and why."""
        return self._store.info()

    def papers(self) -> Iterator[PaperNode]:
        """All papers, in id order."""
        return self._store.papers()

    def entities(self) -> Iterator[EntityNode]:
        """All tasks, methods and datasets, in id order."""
        return self._store.entities()

    def query(self, question: str, /, **parameters: Any) -> list[dict[str, Any]]:
        """The rows that answer a named question, as `kg query` gives them.

        `parameters` are the question's own and the options that all questions take (`limit`, `mentions`,
        `evidence`, `min_confidence`, `year` as a pair, `venue`, `max_df`), dashes as underscores.
        Raises NotFoundError for a name that fits nothing, QueryError for what the question cannot take.
        """
        from dataclasses import fields

        from kg.ask import ask
        from queries import Options

        names = {field.name for field in fields(Options)} & set(parameters)
        options = Options(**{name: parameters.pop(name) for name in names})
        return ask(self._store, question.replace("_", "-"), parameters, options).rows

    def show(self, name: str) -> list[dict[str, Any]]:
        """All that is known of the entity or paper called `name`, as `kg show` gives it."""
        from kg.describe import describe, find_node

        node = find_node(self._store, name).best
        return [row for section in describe(self._store, node) for row in section.rows]

    def nx(self) -> "nx.MultiDiGraph[str]":
        """A NetworkX graph: ids, types, names, years and confidences (see docs/architecture.md)."""
        from kg.graph import slim_graph

        return slim_graph(self._store)

    def picture(
        self, path: str | Path = "papers.html", *, around: str | None = None, **view: Any
    ) -> Path:
        """Writes the interactive picture and returns its path.

        `around` names what to begin at; the rest of `view` is as in `kg.viz.render_picture`.
        """
        from kg.describe import find_node
        from kg.viz import write_picture

        if around is not None:
            view["around"] = find_node(self._store, around).best.id
        write_picture(self._store, path, **view)
        return Path(path)


def open(path: str | Path = "papers.kg") -> Graph:
    """The graph at `path`. Raises StoreError, which says what is wrong with the file and what to do."""
    return Graph(open_store(Path(path)))


def build_graph(
    inputs: str | Path | Sequence[str | Path],
    path: str | Path = "papers.kg",
    *,
    extractor: "Extractor | None" = None,
    claims: bool = False,
    **options: Any,
) -> Graph:
    """Builds files or folders into the graph at `path`, and opens it.

    With `claims`, the inputs hold claims; else `extractor` (the shipped one by default) reads the abstracts.
    `options` are those of `kg.build.build`. Raises InputError, RecordError and StoreError.
    """
    from kg.build import build

    if extractor is None and not claims:
        import extractors

        extractor = extractors.load()
    given = [inputs] if isinstance(inputs, str | Path) else list(inputs)
    report = build(given, graph=Path(path), extractor=extractor, claims=claims, **options)
    return Graph(open_store(Path(path)), report)
