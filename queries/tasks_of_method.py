"""Which tasks a method has been tried for.

Counts a task where one paper has an edge both to the method and to the task (bare mentions only with
--mentions), or states that the method is USED_FOR the task.

Columns: `id`, `name`, `type` of the task; `papers`, how many papers say so; in how many of them the paper
PROPOSES it (`proposes`), USES it (`uses`), ADDRESSES it (`addresses`); `states`, how many state the relation;
`score`, `papers` plus `states`.
"""

from collections.abc import Iterable

from queries.base.registry import Parameter, RawRow, question
from queries.base.together import Together
from queries.base.view import View

_TOGETHER = Together("method", "Task", forward=("USED_FOR",))


@question(
    "tasks-of-method",
    parameters=(Parameter("method", "entity", ("Method",)),),
    cypher=_TOGETHER.cypher(),
    fields=_TOGETHER.fields,
    keys=("id",),
    score=_TOGETHER.score,
    support=_TOGETHER.support,
)
def tasks_of_method(view: View, method: str) -> Iterable[RawRow]:
    return _TOGETHER.find(view, method)
