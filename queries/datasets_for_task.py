"""Which datasets serve a task.

Counts a dataset where one paper has an edge both to the task and to the dataset (bare mentions only with
--mentions), or states that the dataset is a BENCHMARK_FOR the task.

Columns: `id`, `name`, `type` of the dataset; `papers`, how many papers say so; in how many of them the paper
PROPOSES it (`proposes`), EVALUATES_ON it (`evaluates_on`), COMPARES_WITH it (`compares_with`), USES it (`uses`);
`states`, how many state the relation; `score`, `papers` plus `states`.
"""

from collections.abc import Iterable

from queries.base.registry import Parameter, RawRow, question
from queries.base.together import Together
from queries.base.view import View

_TOGETHER = Together("task", "Dataset", backward=("BENCHMARK_FOR",))


@question(
    "datasets-for-task",
    parameters=(Parameter("task", "entity", ("Task",)),),
    cypher=_TOGETHER.cypher(),
    fields=_TOGETHER.fields,
    keys=("id",),
    score=_TOGETHER.score,
    support=_TOGETHER.support,
)
def datasets_for_task(view: View, task: str) -> Iterable[RawRow]:
    return _TOGETHER.find(view, task)
