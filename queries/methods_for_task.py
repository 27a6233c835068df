"""Which methods have been tried for a task.

Counts a method where one paper has an edge both to the task and to the method (bare mentions only with
--mentions), or states that the method is USED_FOR the task.

Columns: `id`, `name`, `type` of the method; `papers`, how many papers say so; in how many of them the paper
PROPOSES it (`proposes`), COMPARES_WITH it (`compares_with`), USES it (`uses`); `states`, how many state the
relation; `score`, `papers` plus `states`.
"""

from collections.abc import Iterable

from queries.base.registry import Parameter, RawRow, question
from queries.base.together import Together
from queries.base.view import View

_TOGETHER = Together("task", "Method", backward=("USED_FOR",))


@question(
    "methods-for-task",
    parameters=(Parameter("task", "entity", ("Task",)),),
    cypher=_TOGETHER.cypher(),
    fields=_TOGETHER.fields,
    keys=("id",),
    score=_TOGETHER.score,
    support=_TOGETHER.support,
)
def methods_for_task(view: View, task: str) -> Iterable[RawRow]:
    return _TOGETHER.find(view, task)
