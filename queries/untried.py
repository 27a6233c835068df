"""Which methods a task's neighbours use and the task has not.

A task has a method if one paper has an edge both to the task and to the method (bare mentions only with
--mentions), or states that the method is USED_FOR the task. A neighbour is a task that has a method in common
with it, or stands in a SUBTASK_OF or SUBCLASS_OF relation with it. Methods in more than --max-df papers (by
default the larger of 20 and 2 % of the papers) don't count.

Columns: `id`, `name`, `type` of the method; `neighbours`, the tasks that have it, the closest first, and `count`,
how many these are; `score`, the sum over them of the methods in common, divided by the root of the product of
how many each of the two tasks has, plus 1 for a task that stands in a relation with it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from math import fsum, sqrt
from typing import Any

from queries.base.cypher import CAP, PAPERS_N, best, counts
from queries.base.registry import Parameter, RawRow, question
from queries.base.view import Pattern, View

_KIN = ("SUBTASK_OF", "SUBCLASS_OF")


def _having(bound: str, new: str) -> str:
    """A subquery that finds from the task or method `bound` the `new` ones of the other type, each once."""
    label, relation = ("Method", "<-[s:USED_FOR]-") if new == "m" else ("Task", "-[s:USED_FOR]->")
    return f"""CALL ({bound}) {{
    MATCH ({bound})<-[a]-(p:Paper)-[b]->({new}:{label})
    WHERE {counts("p", "a", "b")}
    RETURN {new}
  UNION
    MATCH ({bound}){relation}({new}:{label})
    MATCH (p:Paper {{id: s.paper}})
    WHERE {counts("p", "s")}
    RETURN {new}
  }}"""


# How many methods a neighbour shares is counted on the way to it, and what the task has itself is left out last:
# looking up each method of each neighbour in a list takes the server seconds.
CYPHER = f"""{PAPERS_N}
WITH {CAP}
MATCH (x:Task {{id: $task}})
CALL (cap) {{
    MATCH (p:Paper)-[r]->(m:Method)
    WHERE {counts("p", "r")}
    WITH cap, m, count(DISTINCT p) AS df
    WHERE df > cap
    RETURN collect(m) AS common
}}
CALL (x, common) {{
    {_having("x", "m")}
    WITH m, common WHERE NOT m IN common
    RETURN collect(m) AS mine
}}
CALL (x) {{
    OPTIONAL MATCH (x)-[s:SUBTASK_OF|SUBCLASS_OF]-(t:Task)
    WHERE t <> x AND EXISTS {{ MATCH (p:Paper {{id: s.paper}}) WHERE {counts("p", "s")} }}
    RETURN collect(DISTINCT t) AS kin
}}
CALL (x, mine, kin) {{
    UNWIND mine AS m
    {_having("m", "t")}
    WITH x, t WHERE t <> x
    RETURN t, count(*) AS shared, 0 AS related
  UNION ALL
    UNWIND kin AS t
    RETURN t, 0 AS shared, 1 AS related
}}
WITH common, mine, t, sum(shared) AS shared, sum(related) AS related
{_having("t", "m")}
WITH common, mine, t, shared, related, m WHERE NOT m IN common
WITH mine, t, shared, related, collect(m) AS theirs ORDER BY t.id
WITH mine, theirs, [t.id, shared, size(theirs), related] AS near,
  related + CASE shared WHEN 0 THEN 0.0 ELSE shared / sqrt(size(theirs) * size(mine)) END AS closeness
UNWIND theirs AS m
WITH mine, m, collect(near) AS neighbours, sum(closeness) AS score
WHERE NOT m IN mine
RETURN m.id AS id, neighbours, size(mine) AS own{best("round(score, 6) DESC, id")}"""


def closeness(neighbour: list[Any], own: int) -> float:
    """Of a neighbour (task, methods shared, methods it has, whether related) to a task with `own` methods."""
    _, shared, size, related = neighbour
    return float(related + (shared / sqrt(size * own) if shared else 0.0))


def _score(row: RawRow) -> float:
    return fsum(closeness(neighbour, row["own"]) for neighbour in row["neighbours"])


def _support(view: View, row: RawRow, values: Mapping[str, Any]) -> Iterator[Pattern]:
    method = row["id"]
    for task, *_ in row["neighbours"]:
        yield Pattern(method, task, ("USED_FOR",))
        for paper in view.holders.get(task, {}).keys() & view.holders.get(method, {}).keys():
            yield Pattern(paper, method)
            yield Pattern(paper, task)


@question(
    "untried",
    parameters=(Parameter("task", "entity", ("Task",)),),
    cypher=CYPHER,
    fields=("id", "neighbours"),
    keys=("id",),
    score=_score,
    support=_support,
    pairs="Method",
)
def untried(view: View, task: str) -> Iterator[RawRow]:
    cap = view.cap

    @cache
    def methods_of(node: str) -> set[str]:
        return {m for m in _standing_with(view, node, "Method") if view.df(m) <= cap}

    mine = methods_of(task)
    shared = Counter(t for m in mine for t in _standing_with(view, m, "Task") if t != task)
    kin = {
        link.tail if link.head == task else link.head
        for link in view.relations.get(task, ())
        if link.type in _KIN
    } - {task}
    found: dict[str, list[list[Any]]] = {}
    for near in sorted(shared.keys() | kin):
        theirs = methods_of(near)
        item = [near, shared[near], len(theirs), int(near in kin)]
        for method in theirs - mine:
            found.setdefault(method, []).append(item)
    return ({"id": m, "neighbours": tasks, "own": len(mine)} for m, tasks in found.items())


def _standing_with(view: View, node: str, kind: str) -> set[str]:
    """Methods of a task, or tasks of a method."""
    together = {e for paper in view.holders.get(node, ()) for e in view.roles[paper]}
    stated = {
        end
        for link in view.relations.get(node, ())
        if link.type == "USED_FOR"
        for end in (link.head, link.tail)
    }
    return {e for e in together | stated if view.type_of(e) == kind}
