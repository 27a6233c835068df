"""How two papers or entities are connected: all shortest paths of up to four edges.

Follows every edge in either direction (bare mentions only with --mentions). The surest and least generic paths
come first: of two, the one whose steps are surer and that leads through entities of fewer papers and papers of
fewer entities. --limit counts paths.

Columns: `path` and `step`, numbers from 1; `length` of the path in edges; `from`, `from_name`, `to`,
`to_name`; `score` of the path, 0 at best: the sum of log(confidence) over its steps, of each the surest edge,
less log(1 + entities) of each paper on the way and log(1 + papers) of each entity on it; then always the
evidence of the step's surest edge (with --evidence of every edge).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from math import fsum, log, log1p
from typing import Any

from queries.base.cypher import best, counts, edge_counts, paper_counts
from queries.base.registry import Parameter, RawRow, question
from queries.base.view import Pattern, View

LONGEST = 4

# Below it a step is as good as a guess; a confidence of 0 has no logarithm.
LEAST = 0.01

CYPHER = f"""MATCH (q:Paper) WHERE {paper_counts("q")}
WITH collect(q.id) AS papers
MATCH (a:Paper|Entity {{id: $a}})
MATCH (b:Paper|Entity {{id: $b}})
MATCH route = allShortestPaths((a)-[*..{LONGEST}]-(b))
WHERE all(r IN relationships(route) WHERE r.paper IN papers AND {edge_counts("r")})
WITH nodes(route) AS stops, collect([r IN relationships(route) | r.confidence]) AS ways
WITH stops, [i IN range(0, size(stops) - 2) |
  reduce(most = 0.0, way IN ways | CASE WHEN way[i] > most THEN way[i] ELSE most END)] AS sure
UNWIND range(0, size(stops) - 1) AS place
WITH stops[place] AS x, collect([stops, sure, place]) AS visits
WITH visits,
  COUNT {{ (x)-[r]->(:Entity) WHERE x:Paper AND {edge_counts("r")} }}
  + COUNT {{ (x)<-[r]-(p:Paper) WHERE r.paper = p.id AND {counts("p", "r")} }} AS near
UNWIND visits AS visit
WITH visit[0] AS stops, visit[1] AS sure, visit[2] AS place, near ORDER BY place
WITH stops, sure, collect(near) AS spread
WITH [x IN stops | x.id] AS nodes, sure, spread,
  reduce(s = 0.0, c IN sure | s + log(CASE WHEN c > {LEAST} THEN c ELSE {LEAST} END))
  - reduce(s = 0.0, near IN spread[1..-1] | s + log(1.0 + near)) AS score
RETURN nodes, sure, spread{best("round(score, 6) DESC, nodes")}"""


def _score(row: RawRow) -> float:
    doubts = [log(max(confidence, LEAST)) for confidence in row["sure"]]
    return fsum([*doubts, *(-log1p(near) for near in row["spread"][1:-1])])


def _steps(rows: Sequence[RawRow]) -> list[RawRow]:
    """One row a step."""
    return [
        {"path": i, "step": j, "length": len(row["nodes"]) - 1, "from": start, "to": end}
        | {"score": row["score"]}
        for i, row in enumerate(rows, 1)
        for j, (start, end) in enumerate(pairwise(row["nodes"]), 1)
    ]


def _support(view: View, row: RawRow, values: Mapping[str, Any]) -> tuple[Pattern, Pattern]:
    return _between(row["from"], row["to"])


def _between(start: str, end: str) -> tuple[Pattern, Pattern]:
    return Pattern(start, end), Pattern(end, start)


@question(
    "path",
    parameters=(Parameter("a", "node"), Parameter("b", "node")),
    cypher=CYPHER,
    fields=("path", "step", "length", "from", "to"),
    keys=("nodes",),
    score=_score,
    support=_support,
    expand=_steps,
    always_evidence=True,
)
def path(view: View, a: str, b: str) -> Iterator[RawRow]:
    @cache
    def sure(start: str, end: str) -> float:
        patterns = _between(start, end)
        return max(link.confidence for pattern in patterns for link in view.links(pattern))

    left = _distances(view, a, b)

    @cache
    def nearer(node: str) -> list[str]:
        return [near for near in _neighbours(view, node) if left.get(near) == left[node] - 1]

    for nodes in _walk([a], b, nearer) if a in left else ():
        yield {
            "nodes": nodes,
            "sure": [sure(*step) for step in pairwise(nodes)],
            "spread": [len(view.roles.get(node, ())) or view.df(node) for node in nodes],
        }


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


def _walk(
    nodes: list[str], end: str, nearer: Callable[[str], Sequence[str]]
) -> Iterator[list[str]]:
    """All ways on to `end`."""
    if nodes[-1] == end:
        yield nodes
        return
    for near in nearer(nodes[-1]):
        yield from _walk([*nodes, near], end, nearer)
