"""How two papers or entities are connected: all shortest paths of up to four edges.

Follows every edge in either direction (bare mentions only with --mentions). Paths come in the order of the ids
along them; --limit counts paths.

Columns: `path` and `step`, numbers from 1; `length` of the path in edges; `from`, `from_name`, `to`,
`to_name`; then always the evidence of the step's surest edge (with --evidence of every edge).
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from queries.base.cypher import best, edge_counts, paper_counts
from queries.base.registry import Parameter, RawRow, question
from queries.base.view import Pattern, View

LONGEST = 4

CYPHER = f"""MATCH (q:Paper) WHERE {paper_counts("q")}
WITH collect(q.id) AS papers
MATCH (a:Paper|Entity {{id: $a}})
MATCH (b:Paper|Entity {{id: $b}})
MATCH route = allShortestPaths((a)-[*..{LONGEST}]-(b))
WHERE all(r IN relationships(route) WHERE r.paper IN papers AND {edge_counts("r")})
WITH DISTINCT [x IN nodes(route) | x.id] AS nodes
RETURN nodes{best("nodes")}"""


def _steps(rows: Sequence[RawRow]) -> list[RawRow]:
    """One row a step."""
    return [
        {"path": i, "step": j, "length": len(row["nodes"]) - 1, "from": start, "to": end}
        for i, row in enumerate(rows, 1)
        for j, (start, end) in enumerate(pairwise(row["nodes"]), 1)
    ]


def _support(view: View, row: RawRow, values: Mapping[str, Any]) -> tuple[Pattern, Pattern]:
    return Pattern(row["from"], row["to"]), Pattern(row["to"], row["from"])


@question(
    "path",
    parameters=(Parameter("a", "node"), Parameter("b", "node")),
    cypher=CYPHER,
    fields=("path", "step", "length", "from", "to"),
    keys=("nodes",),
    score=None,
    support=_support,
    expand=_steps,
    ordered=True,
    always_evidence=True,
)
def path(view: View, a: str, b: str) -> Iterator[RawRow]:
    left = _distances(view, a, b)
    return ({"nodes": nodes} for nodes in _walk(view, [a], left)) if a in left else iter(())


def _neighbours(view: View, node: str) -> set[str]:
    if node in view.roles:
        return set(view.roles[node])
    ends = {end for link in view.relations.get(node, ()) for end in (link.head, link.tail)}
    return (ends | view.holders.get(node, {}).keys()) - {node}


def _distances(view: View, start: str, end: str) -> dict[str, int]:
    """How many edges each node is from `end`, as far as `start` or LONGEST edges."""
    found = {end: 0}
    level = {end}
    for distance in range(1, LONGEST + 1):
        level = {near for node in level for near in _neighbours(view, node)} - found.keys()
        found |= dict.fromkeys(level, distance)
        if start in found:
            break
    return found


def _walk(view: View, nodes: list[str], left: Mapping[str, int]) -> Iterator[list[str]]:
    """All ways down to distance 0 in the order of ids, made as they are asked for."""
    distance = left[nodes[-1]]
    if distance == 0:
        yield nodes
        return
    for near in sorted(_neighbours(view, nodes[-1])):
        if left.get(near) == distance - 1:
            yield from _walk(view, [*nodes, near], left)
