"""Pairs of papers by what they share. Hubs stay out: what most papers use says nothing of a pair."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any

from queries.base.cypher import CAP, PAPERS_N, counts
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
        "WITH n, cap, e, collect(DISTINCT p) AS papers\n"
        "WITH n, e, papers, size(papers) AS df\n"
        "WHERE df > 1 AND df <= cap\n"
        "UNWIND papers AS a\n"
        "UNWIND papers AS b\n"
        "WITH n, e, df, a, b\n"
        "WHERE ($paper IS NULL AND a.id < b.id) OR (a.id = $paper AND b.id <> $paper)\n"
        "WITH n, e, df, a, b ORDER BY e.id\n"
        "RETURN a.id AS paper_a, b.id AS paper_b, collect([e.id, df]) AS shared, n"
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
