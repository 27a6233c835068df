"""Which papers share methods, ranked by how rare what they share is.

Follows every edge from a paper to a method (bare mentions only with --mentions). Methods in more than --max-df
papers (by default the larger of 20 and 2 % of the papers) don't count, and a note says which. With PAPER
only its own pairs.

Columns: `paper_a`, `title_a`, `paper_b`, `title_b`; `shared`, names of what both have, the rarest
first; `count`, how many these are; `score`, the sum of log(1 + papers / papers with it) over them.
"""

from collections.abc import Iterable

from queries.base.pairs import PAPER, pair_support, pairs, pairs_cypher
from queries.base.ranking import shared_rarity
from queries.base.registry import RawRow, question
from queries.base.view import View


@question(
    "shared-methods",
    parameters=(PAPER,),
    cypher=pairs_cypher("Method"),
    fields=("paper_a", "paper_b", "shared"),
    keys=("paper_a", "paper_b"),
    score=shared_rarity,
    support=pair_support,
    pairs="Method",
)
def shared_methods(view: View, paper: str | None) -> Iterable[RawRow]:
    return pairs(view, "Method", paper)
