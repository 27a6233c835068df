"""What the static pictures show, as plain numbers. Bare mentions do not count."""

from collections import Counter, defaultdict
from dataclasses import dataclass

from kg.schema import ROLES, edge_type
from kg.viz.communities import topics
from kg.viz.graph import PictureGraph

#: Roles of a method that are told apart, the strongest first.
METHOD_ROLES = ("proposes", "uses", "compares_with")


@dataclass(frozen=True, slots=True)
class Bars:
    """A bar a name, the longest first, each of parts by `keys`; `left_out` further bars are not shown."""

    names: tuple[str, ...]
    keys: tuple[str, ...]
    values: tuple[tuple[int, ...], ...]
    left_out: int


@dataclass(frozen=True, slots=True)
class Grid:
    """Counts by row and column; `left_out` rows and columns with a count are not shown."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    values: tuple[tuple[int, ...], ...]
    left_out: int


def most_used_methods(graph: PictureGraph, limit: int) -> Bars:
    """Methods by how many papers propose, use or compare with them."""
    kinds = [edge_type(role) for role in METHOD_ROLES]
    counts = {
        node: tuple(graph.roles.get(node, {}).get(kind, 0) for kind in kinds)
        for node, entity in graph.entities.items()
        if entity.type == "Method"
    }
    found = sorted((n for n in counts if sum(counts[n])), key=lambda n: (-sum(counts[n]), n))
    shown = found[: limit or None]
    return Bars(
        tuple(graph.entities[n].name for n in shown),
        tuple(ROLES[role].phrase for role in METHOD_ROLES),
        tuple(counts[n] for n in shown),
        len(found) - len(shown),
    )


def datasets_by_task(graph: PictureGraph, limit: int) -> Grid:
    """How many papers that are about a task evaluate on, propose or use a dataset; the fullest
    columns, and the fullest rows of these."""
    named: dict[str, set[str]] = defaultdict(set)
    for edge in graph.edges:
        if edge.head in graph.papers and edge.tail in graph.entities and edge.type != "MENTIONS":
            named[edge.head].add(edge.tail)
    cells: Counter[tuple[str, str]] = Counter()
    for entities in named.values():
        tasks = [e for e in entities if graph.entities[e].type == "Task"]
        datasets = [e for e in entities if graph.entities[e].type == "Dataset"]
        cells.update((task, dataset) for task in tasks for dataset in datasets)
    columns = _fullest(cells, 1)
    across = columns[: limit or None]
    rows = _fullest(Counter({pair: n for pair, n in cells.items() if pair[1] in across}), 0)
    shown = rows[: limit or None]
    return Grid(
        tuple(graph.entities[n].name for n in shown),
        tuple(graph.entities[n].name for n in across),
        tuple(tuple(cells[row, column] for column in across) for row in shown),
        len(rows) - len(shown) + len(columns) - len(across),
    )


def _fullest(cells: Counter[tuple[str, str]], end: int) -> list[str]:
    sums: Counter[str] = Counter()
    for pair, count in cells.items():
        sums[pair[end]] += count
    return sorted(sums, key=lambda n: (-sums[n], n))


def papers_by_topic(graph: PictureGraph, limit: int) -> Bars:
    """Communities of papers by size, named by their most telling entities."""
    found = topics(graph)
    shown = found[: limit or None]
    return Bars(
        tuple(topic.name for topic in shown),
        ("papers",),
        tuple((len(topic.papers),) for topic in shown),
        len(found) - len(shown),
    )
