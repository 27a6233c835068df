"""Which short forms have more than one sense.

A short form is a name or alias of one word, up to twelve characters, with at least two capitals (SAC, LoRA).
Its senses are the entities that bear it, whatever their type. Only entities count that a paper has an edge to
(bare mentions only with --mentions).

Columns: `short`; `id`, `name`, `type` of one sense; `senses`, how many the short form has; `papers`, how many
papers have this sense; `score`, the same as `senses`.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from queries.base.cypher import counts
from queries.base.registry import RawRow, question
from queries.base.view import Pattern, View

# Both Java's and Python's regular expressions read it alike.
_SHORT = "(?=.{2,12}$)(?=.*[A-Z].*[A-Z])[A-Za-z0-9][A-Za-z0-9+./-]*"

CYPHER = f"""MATCH (p:Paper)-[r]->(e:Entity)
WHERE {counts("p", "r")}
WITH e, count(DISTINCT p) AS papers
UNWIND [e.name] + coalesce(e.aliases, []) AS short
WITH DISTINCT short, e, papers
WHERE short =~ '{_SHORT}'
WITH short, collect([e.id, papers]) AS found
WHERE size(found) > 1
UNWIND found AS sense
RETURN short, sense[0] AS id, size(found) AS senses, sense[1] AS papers"""


def _support(view: View, row: RawRow, values: Mapping[str, Any]) -> Iterator[Pattern]:
    return (Pattern(paper, row["id"]) for paper in view.holders[row["id"]])


@question(
    "ambiguous",
    cypher=CYPHER,
    fields=("short", "id", "senses", "papers"),
    keys=("short", "id"),
    score=lambda row: float(row["senses"]),
    support=_support,
    needs_aliases=True,
)
def ambiguous(view: View) -> Iterator[RawRow]:
    is_short = re.compile(_SHORT).fullmatch
    found: dict[str, set[str]] = {}
    for entity in view.holders:
        for form in (view.nodes[entity]["name"], *view.aliases.get(entity, ())):
            if is_short(form):
                found.setdefault(form, set()).add(entity)
    for short, senses in found.items():
        if len(senses) > 1:
            for entity in senses:
                yield {
                    "short": short,
                    "id": entity,
                    "senses": len(senses),
                    "papers": view.df(entity),
                }
