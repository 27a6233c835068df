"""Which methods are built on a method.

Counts a method where one paper PROPOSES it and USES the given method, or states that the given method is
PART_OF it or that it is a SUBCLASS_OF the given method. USED_FOR doesn't count: it also leads from a technique
to what it is applied to.

Columns: `id`, `name`, `type` of the method built; `papers`, how many papers say so; `proposes`, how many
propose it and use the given one; `states`, how many state a relation; `score`, `papers` plus `states`.
"""

from collections.abc import Iterable

from queries.base.registry import Parameter, RawRow, question
from queries.base.together import Together
from queries.base.view import View

_TOGETHER = Together(
    "method",
    "Method",
    roles=((("USES",), ("PROPOSES",)),),
    forward=("PART_OF",),
    backward=("SUBCLASS_OF",),
)


@question(
    "built-on",
    parameters=(Parameter("method", "entity", ("Method",)),),
    cypher=_TOGETHER.cypher(),
    fields=_TOGETHER.fields,
    keys=("id",),
    score=_TOGETHER.score,
    support=_TOGETHER.support,
)
def built_on(view: View, method: str) -> Iterable[RawRow]:
    return _TOGETHER.find(view, method)
