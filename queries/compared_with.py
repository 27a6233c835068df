"""Which methods a method is compared with.

Counts a method where one paper PROPOSES one of the two and COMPARES_WITH the other, or states that they are
COMPARED_WITH each other. Two baselines of one paper don't count as compared with each other.

Columns: `id`, `name`, `type` of the other method; `papers`, how many papers say so; in how many of them the
paper PROPOSES it (`proposes`) or COMPARES_WITH it (`compares_with`); `states`, how many state the relation;
`score`, `papers` plus `states`.
"""

from collections.abc import Iterable

from queries.base.registry import Parameter, RawRow, question
from queries.base.together import Together
from queries.base.view import View

_TOGETHER = Together(
    "method",
    "Method",
    roles=((("PROPOSES",), ("COMPARES_WITH",)), (("COMPARES_WITH",), ("PROPOSES",))),
    forward=("COMPARED_WITH",),
    backward=("COMPARED_WITH",),
)


@question(
    "compared-with",
    parameters=(Parameter("method", "entity", ("Method",)),),
    cypher=_TOGETHER.cypher(),
    fields=_TOGETHER.fields,
    keys=("id",),
    score=_TOGETHER.score,
    support=_TOGETHER.support,
)
def compared_with(view: View, method: str) -> Iterable[RawRow]:
    return _TOGETHER.find(view, method)
