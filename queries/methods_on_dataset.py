"""Which methods were run on a dataset.

Counts a method where one paper has an edge both to the dataset and to the method (bare mentions only with
--mentions), or states that the method is TRAINED_WITH or EVALUATED_WITH the dataset, or that the dataset is
a BENCHMARK_FOR the method.

Columns: `id`, `name`, `type` of the method; `papers`, how many papers say so; in how many of them the paper
PROPOSES it (`proposes`), COMPARES_WITH it (`compares_with`), USES it (`uses`); `states`, how many state a
relation; `score`, `papers` plus `states`.
"""

from collections.abc import Iterable

from queries.base.registry import Parameter, RawRow, question
from queries.base.together import Together
from queries.base.view import View

_TOGETHER = Together(
    "dataset",
    "Method",
    forward=("BENCHMARK_FOR",),
    backward=("TRAINED_WITH", "EVALUATED_WITH"),
)


@question(
    "methods-on-dataset",
    parameters=(Parameter("dataset", "entity", ("Dataset",)),),
    cypher=_TOGETHER.cypher(),
    fields=_TOGETHER.fields,
    keys=("id",),
    score=_TOGETHER.score,
    support=_TOGETHER.support,
)
def methods_on_dataset(view: View, dataset: str) -> Iterable[RawRow]:
    return _TOGETHER.find(view, dataset)
