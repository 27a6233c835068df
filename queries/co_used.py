"""Which methods are used in the same papers as a method.

Counts a method where one paper has a PROPOSES or USES edge (with --mentions also a MENTIONS edge) to both.
Methods that are only compared with don't count; see compared-with.

Columns: `id`, `name`, `type` of the other method; `papers`, how many papers have both; in how many of them
the paper PROPOSES it (`proposes`) or USES it (`uses`); `score`, the same as `papers`.
"""

from collections.abc import Iterable

from queries.base.registry import Parameter, RawRow, question
from queries.base.together import Together
from queries.base.view import View

_USED = ("PROPOSES", "USES", "MENTIONS")
_TOGETHER = Together("method", "Method", roles=((_USED, _USED),))


@question(
    "co-used",
    parameters=(Parameter("method", "entity", ("Method",)),),
    cypher=_TOGETHER.cypher(),
    fields=_TOGETHER.fields,
    keys=("id",),
    score=_TOGETHER.score,
    support=_TOGETHER.support,
)
def co_used(view: View, method: str) -> Iterable[RawRow]:
    return _TOGETHER.find(view, method)
