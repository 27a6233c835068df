"""Which papers are most like a paper, by the tasks, methods and datasets they share.

Follows every edge from the paper to an entity (bare mentions only with --mentions) and back to others.

Columns: `paper`, `title`, `year`, `venue` of the other paper; `shared`, names of what both have, the rarest
first; `count`, how many these are; `score`, the sum of log(1 + papers / papers with it) over them.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from queries.base.cypher import PAPERS_N, best, counts
from queries.base.ranking import shared_rarity
from queries.base.registry import Parameter, RawRow, question
from queries.base.view import Pattern, View

CYPHER = f"""{PAPERS_N}
MATCH (x:Paper {{id: $paper}})-[a]->(e:Entity)
WHERE {counts("x", "a")}
WITH DISTINCT n, x, e
MATCH (p:Paper)-[r]->(e)
WHERE {counts("p", "r")}
WITH n, x, e, collect(DISTINCT p) AS papers
WITH n, x, e, papers, size(papers) AS df
UNWIND papers AS p
WITH n, x, e, df, p WHERE p <> x
WITH n, e, df, p, log(1.0 + toFloat(n) / df) AS rarity ORDER BY e.id
WITH n, p, collect([e.id, df]) AS shared, sum(rarity) AS score
RETURN p.id AS paper, shared, n{best("round(score, 6) DESC, paper")}"""


def _support(view: View, row: RawRow, values: Mapping[str, Any]) -> Iterator[Pattern]:
    return (Pattern(row["paper"], entity) for entity, _ in row["shared"])


@question(
    "similar-papers",
    parameters=(Parameter("paper", "paper"),),
    cypher=CYPHER,
    fields=("paper", "shared"),
    keys=("paper",),
    score=shared_rarity,
    support=_support,
)
def similar_papers(view: View, paper: str) -> Iterator[RawRow]:
    shared: dict[str, list[list[Any]]] = {}
    for entity in sorted(view.roles.get(paper, ())):
        item = [entity, view.df(entity)]
        for other in view.holders[entity]:
            if other != paper:
                shared.setdefault(other, []).append(item)
    n = len(view.papers)
    return ({"paper": other, "shared": items, "n": n} for other, items in shared.items())
