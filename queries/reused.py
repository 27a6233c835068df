"""Which methods and datasets were proposed by one paper and used by another.

Counts an entity that a paper PROPOSES and that other papers, which don't propose it, EVALUATES_ON,
COMPARES_WITH or USES (with --mentions also MENTIONS).

Columns: `id`, `name`, `type`; `proposed_by` and `proposed_title`, the proposing paper (the first by id, if
several do); `proposers`, how many do; `papers`, how many others reuse it; `score`, the same as `papers`.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from queries.base.cypher import best, counts
from queries.base.registry import Parameter, RawRow, question
from queries.base.view import Pattern, View

_TYPES = ("Method", "Dataset")
_PROPOSES = "PROPOSES"

CYPHER = f"""MATCH (a:Paper)-[r:PROPOSES]->(e:Entity)
WHERE (e:Method OR e:Dataset) AND ($type IS NULL OR $type IN labels(e))
  AND {counts("a", "r")}
WITH e, collect(DISTINCT a) AS proposing, min(a.id) AS first
MATCH (p:Paper)-[s]->(e)
WHERE NOT p IN proposing AND {counts("p", "s")}
RETURN e.id AS id, first AS proposed_by, size(proposing) AS proposers, count(DISTINCT p) AS papers{best("papers DESC, id")}"""


def _support(view: View, row: RawRow, values: Mapping[str, Any]) -> Iterator[Pattern]:
    return (Pattern(paper, row["id"]) for paper in view.holders[row["id"]])


@question(
    "reused",
    parameters=(Parameter("type", "choice", choices=_TYPES, help="Only this type."),),
    cypher=CYPHER,
    fields=("id", "proposed_by", "proposers", "papers"),
    keys=("id",),
    score=lambda row: float(row["papers"]),
    support=_support,
)
def reused(view: View, type: str | None) -> Iterator[RawRow]:
    wanted = _TYPES if type is None else (type,)
    for entity, papers in view.holders.items():
        proposing = [paper for paper, how in papers.items() if how == _PROPOSES]
        if proposing and len(proposing) < len(papers) and view.type_of(entity) in wanted:
            yield {
                "id": entity,
                "proposed_by": min(proposing),
                "proposers": len(proposing),
                "papers": len(papers) - len(proposing),
            }
