"""A layout in islands: the nodes of a topic side by side, the topics apart, room above each for its name."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from kg.viz.layout import CELL, pairs_of, positions, spread

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Places = dict[str, tuple[int, int]]

#: Room round an island, and above it for its name, in the page's pixels at zoom 1.
MARGIN = 26.0
TITLE = 34.0


def islands(
    groups: Sequence[Sequence[str]], links: Iterable[tuple[str, str]], *, aspect: float
) -> Places:
    """Whole-pixel positions round (0, 0); each group in a rectangle that overlaps no other.

    Groups with many links between them lie close together. `aspect` is width by height of the whole.
    """
    import numpy as np

    links = list(links)
    inner = [positions(group, links, aspect=1.4) for group in groups]
    if len(groups) < 2:
        return inner[0] if inner else {}
    sizes = np.array([_size(places) for places in inner])
    of = {node: n for n, group in enumerate(groups) for node in group}
    bonds: dict[tuple[int, int], int] = defaultdict(int)
    for one, other in links:
        if one in of and other in of and of[one] != of[other]:
            bonds[min(of[one], of[other]), max(of[one], of[other])] += 1
    strongest = sorted(bonds, key=lambda pair: (-bonds[pair], pair))[: 2 * len(groups)]
    names = [str(n) for n in range(len(groups))]
    start = spread(len(groups), pairs_of(names, [(str(a), str(b)) for a, b in strongest]))
    centres = _packed(start, sizes, aspect)
    return {
        node: (int(x + centres[n][0]), int(y + centres[n][1] + TITLE / 2))
        for n, places in enumerate(inner)
        for node, (x, y) in places.items()
    }


def _size(places: Places) -> tuple[float, float]:
    xs, ys = [x for x, _ in places.values()], [y for _, y in places.values()]
    width, height = max(xs) - min(xs) + CELL[0], max(ys) - min(ys) + CELL[1]
    return max(width, 2.2 * CELL[0]) + MARGIN, height + MARGIN + TITLE


def _packed(
    start: "NDArray[np.float64]", sizes: "NDArray[np.float64]", aspect: float
) -> "NDArray[np.float64]":
    """Centres in rows from top to bottom, each row from left to right as in `start`: rows waste little room.

    Of several widths the one that lets the whole be seen largest in a window of `aspect`.
    """
    import numpy as np

    area = float((sizes[:, 0] * sizes[:, 1]).sum())
    tries = []
    for factor in (0.9, 1.0, 1.1, 1.2, 1.3, 1.45, 1.6):
        width = max(float(np.sqrt(area * aspect)) * factor, float(sizes[:, 0].max()))
        rows = _rows(start, sizes, width)
        widest = max(float(sizes[row, 0].sum()) for row in rows)
        height = sum(float(sizes[row, 1].max()) for row in rows)
        tries.append((max(widest / aspect, height), widest, height, rows))
    _, width, height, rows = min(tries, key=lambda t: t[:3])
    centres = np.zeros_like(start)
    top = 0.0
    for row in rows:
        tallest = float(sizes[row, 1].max())
        gap = (width - float(sizes[row, 0].sum())) / (len(row) + 1)
        left = gap
        for n in row:
            centres[n] = (left + sizes[n, 0] / 2, top + tallest / 2)
            left += float(sizes[n, 0]) + gap
        top += tallest
    result: NDArray[np.float64] = centres - np.array([width / 2, height / 2])
    return result


def _rows(
    start: "NDArray[np.float64]", sizes: "NDArray[np.float64]", width: float
) -> list[list[int]]:
    import numpy as np

    rows: list[list[int]] = [[]]
    used = 0.0
    for n in np.argsort(start[:, 1], kind="stable").tolist():
        if rows[-1] and used + sizes[n, 0] > width:
            rows.append([])
            used = 0.0
        rows[-1].append(n)
        used += float(sizes[n, 0])
    return [sorted(row, key=lambda n: (start[n, 0], n)) for row in rows]
