"""Fragments of Cypher (Neo4j 5) that say what `View` does in Python. Values stand only in parameters."""

from collections.abc import Iterable

from kg.schema import LOADED_BY


def paper_counts(paper: str) -> str:
    """The condition that the node `paper` passes the filters on year and venue, or is `$keep`."""
    return (
        f"({paper}.id = $keep OR ($year_from IS NULL OR {paper}.year >= $year_from)"
        f" AND ($year_to IS NULL OR {paper}.year <= $year_to)"
        f" AND ($venue = '' OR toLower(coalesce({paper}.venue, '')) CONTAINS $venue))"
    )


def edge_counts(edge: str) -> str:
    """The condition that the relationship `edge` passes the filters on confidence and mentions."""
    return f"{edge}.confidence >= $min_confidence AND ($mentions OR type({edge}) <> 'MENTIONS')"


def counts(paper: str, *edges: str) -> str:
    """Both conditions, for the edges that `paper` states."""
    return " AND ".join([paper_counts(paper), *map(edge_counts, edges)])


def quoted(names: Iterable[str]) -> str:
    """A list literal of names from the schema."""
    return "[" + ", ".join(f"'{name}'" for name in names) + "]"


#: Binds `n`, the number of papers that pass the filters. The database may hold papers of others.
PAPERS_N = (
    f"MATCH (q:Paper) WHERE q.loaded_by = '{LOADED_BY}' AND {paper_counts('q')}\nWITH count(q) AS n"
)

#: `View.cap`, given `n`.
CAP = "coalesce($max_df, CASE WHEN n / 50 > 20 THEN n / 50 ELSE 20 END) AS cap"


def best(order: str) -> str:
    """The end of a query: the first `$rows` rows in the order that shared code gives them.

    Sums of logarithms and roots differ in their last digits between the homes; rounded, their order is the
    same but for rare ties, for which whoever asks adds some rows.
    """
    return f" ORDER BY {order} LIMIT $rows"
