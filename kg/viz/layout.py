"""Positions, computed before the page opens: forces, then room for the names. No randomness anywhere."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Points = NDArray[np.float64]

#: Room for a node and its name, in the page's pixels at zoom 1.
CELL = (120.0, 58.0)
#: Width by height of a wide window and of a phone held upright.
WIDE, TALL = 1.45, 0.62


def positions(
    nodes: Sequence[str], links: Iterable[tuple[str, str]], *, aspect: float = WIDE
) -> dict[str, tuple[int, int]]:
    """Whole-pixel positions round (0, 0) for `nodes`, linked ones close together, none upon another.

    The method is Fruchterman and Reingold's (1991) with a pull to the centre, so that parts without a link
    between them stay in sight; nodes start on a spiral in the given order. `aspect` is width by height.
    """
    if not nodes:
        return {}
    points = spread(len(nodes), pairs_of(nodes, links))
    points = _apart(_filled(points, aspect))
    points -= (points.max(axis=0) + points.min(axis=0)) / 2
    return {
        node: (int(x), int(y)) for node, (x, y) in zip(nodes, points.round().tolist(), strict=True)
    }


def pairs_of(nodes: Sequence[str], links: Iterable[tuple[str, str]]) -> "NDArray[np.int64]":
    """The links between two of `nodes` as rows of two indices, each pair once, sorted."""
    import numpy as np

    index = {node: i for i, node in enumerate(nodes)}
    found = ((index[a], index[b]) for a, b in links if a in index and b in index)
    pairs = sorted({(min(a, b), max(a, b)) for a, b in found if a != b})
    return np.array(pairs, dtype=np.int64).reshape(-1, 2)


def spread(count: int, pairs: "NDArray[np.int64]") -> "Points":
    """Unit distance is the wish of two linked nodes; every two push each other away."""
    import numpy as np

    rank = np.arange(count)
    angle, radius = rank * 2.399963229728653, np.sqrt(rank + 0.5)  # the golden angle
    points: Points = np.stack([radius * np.cos(angle), radius * np.sin(angle)], axis=1)
    steps = 300 if count <= 400 else 100
    degree = np.bincount(pairs.ravel(), minlength=count).astype(float)
    # A node with many links pushes harder, which gives its neighbours room to fan out.
    charge = np.sqrt(1 + degree)
    charges = charge[:, None] * charge[None, :]
    for step in range(steps):
        dx = points[:, None, 0] - points[None, :, 0]
        dy = points[:, None, 1] - points[None, :, 1]
        push = charges / np.maximum(dx * dx + dy * dy, 0.01)
        force = np.stack([(push * dx).sum(axis=1), (push * dy).sum(axis=1)], axis=1)
        force -= 0.12 * points * charge[:, None]
        if len(pairs):
            line = points[pairs[:, 1]] - points[pairs[:, 0]]
            length = np.sqrt((line**2).sum(axis=1, keepdims=True))
            pull = line * length * 0.35
            np.add.at(force, pairs[:, 0], pull)
            np.add.at(force, pairs[:, 1], -pull)
        size = np.sqrt((force**2).sum(axis=1, keepdims=True))
        warmth = 0.1 * np.sqrt(count) * (1 - step / steps) + 0.01
        points = points + force / np.maximum(size, 1e-9) * np.minimum(size, warmth)
    return points


def _filled(points: "Points", aspect: float) -> "Points":
    """Scaled to the room that the names need. Halfway to even: dense parts widen, gaps close, order stays."""
    import numpy as np

    count = len(points)
    width = np.sqrt(count * CELL[0] * CELL[1] * aspect)
    low, high = points.min(axis=0), points.max(axis=0)
    plain = (points - low) / np.maximum(high - low, 1e-9)
    ranks = np.argsort(np.argsort(points, axis=0, kind="stable"), axis=0, kind="stable")
    even = (ranks + 0.5) / count
    mixed: Points = (0.4 * plain + 0.6 * even) * np.array([width, width / aspect])
    return mixed


def _apart(points: "Points") -> "Points":
    """Push apart, along the shorter way out, nodes whose cells overlap."""
    import numpy as np

    width, height = CELL
    for _ in range(60 if len(points) <= 400 else 20):
        dx = points[:, None, 0] - points[None, :, 0]
        dy = points[:, None, 1] - points[None, :, 1]
        over_x, over_y = width - np.abs(dx), height - np.abs(dy)
        overlap = (over_x > 0) & (over_y > 0)
        np.fill_diagonal(overlap, False)
        if not overlap.any():
            break
        sideways = over_x / width < over_y / height
        order = np.sign(np.arange(len(points))[:, None] - np.arange(len(points))[None, :])
        way_x = np.where(dx == 0, order, np.sign(dx))
        way_y = np.where(dy == 0, order, np.sign(dy))
        move_x = np.where(overlap & sideways, way_x * over_x, 0).sum(axis=1)
        move_y = np.where(overlap & ~sideways, way_y * over_y, 0).sum(axis=1)
        points = points + np.stack([move_x, move_y], axis=1) * 0.3
    return points
