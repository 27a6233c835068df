"""Pairs of papers by what they share. Hubs stay out: what most papers use says nothing of a pair."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any

from queries.base.cypher import CAP, PAPERS_N, best, counts
from queries.base.registry import Parameter, RawRow
from queries.base.view import Pattern, View

PAPER = Parameter("paper", "paper", optional=True, help="Only pairs with this paper.")


def pairs_cypher(kind: str) -> str:
    """All pairs of papers that share entities of type `kind`, or those of `$paper` if it isn't null."""
    return (
        f"{PAPERS_N}\n"
        f"WITH n, {CAP}\n"
        f"MATCH (p:Paper)-[r]->(e:{kind})\n"
        f"WHERE {counts('p', 'r')}\n"
        "WITH n, cap, e, p ORDER BY p.id\n"
        "WITH n, cap, e, collect(DISTINCT p) AS papers\n"
        "WITH n, [e.id, size(papers)] AS item, papers\n"
        "WHERE 1 < item[1] AND item[1] <= cap\n"
        # With one paper given, it stands first, whatever its id.
        "WITH n, item, papers, CASE WHEN $paper IS NULL THEN [i IN range(0, item[1] - 2) | i]\n"
        "  ELSE [i IN range(0, item[1] - 1) WHERE papers[i].id = $paper | i] END AS firsts\n"
        "WITH n, item, papers, firsts, log(1.0 + toFloat(n) / item[1]) AS rarity ORDER BY item[0]\n"
        "UNWIND firsts AS i\n"
        "WITH n, item, rarity, papers[i] AS a,\n"
        "  CASE WHEN $paper IS NULL THEN papers[i + 1..] ELSE papers[..i] + papers[i + 1..] END AS rest\n"
        "UNWIND rest AS b\n"
        "WITH n, a, b, collect(item) AS shared, sum(rarity) AS score\n"
        "RETURN a.id AS paper_a, b.id AS paper_b, shared, n"
        + best("round(score, 6) DESC, paper_a, paper_b")
    )


def left_out_cypher(kind: str) -> str:
    """The entities of type `kind` in more papers than `$max_df` (null: its default) lets count."""
    return (
        f"{PAPERS_N}\n"
        f"WITH {CAP}\n"
        f"MATCH (p:Paper)-[r]->(e:{kind})\n"
        f"WHERE {counts('p', 'r')}\n"
        "WITH cap, e, count(DISTINCT p) AS df\n"
        "WHERE df > cap\n"
        "RETURN e.id AS id, df"
    )


def pairs(view: View, kind: str, paper: str | None) -> Iterator[RawRow]:
    """Rows `paper_a`, `paper_b`, `shared` ((entity, df) by entity id) and `n`, the number of papers."""
    shared: dict[tuple[str, str], list[list[Any]]] = {}
    for entity in sorted(view.roles.get(paper, ()) if paper else view.holders):
        df = view.df(entity)
        if not 1 < df <= view.cap or view.type_of(entity) != kind:
            continue
        item = [entity, df]
        for pair in _pairs_in(view.holders[entity], paper):
            shared.setdefault(pair, []).append(item)
    n = len(view.papers)
    return ({"paper_a": a, "paper_b": b, "shared": s, "n": n} for (a, b), s in shared.items())


def left_out(view: View, kind: str) -> list[RawRow]:
    """Rows `id` and `df` of the entities that `pairs` leaves out as too common, most common first."""
    cap = view.cap
    rows = [
        {"id": entity, "df": len(papers)}
        for entity, papers in view.holders.items()
        if len(papers) > cap and view.type_of(entity) == kind
    ]
    return sorted(rows, key=lambda row: (-row["df"], row["id"]))


def pair_support(view: View, row: RawRow, values: Mapping[str, Any]) -> Iterable[Pattern]:
    """The edges from both papers to what they share."""
    return (
        Pattern(row[end], entity) for entity, _ in row["shared"] for end in ("paper_a", "paper_b")
    )


def _pairs_in(papers: Iterable[str], paper: str | None) -> Iterable[tuple[str, str]]:
    if paper is None:
        return combinations(sorted(papers), 2)
    return ((paper, other) for other in papers if other != paper)
