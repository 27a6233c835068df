"""What every question can be told besides its own parameters."""

import re
from dataclasses import dataclass
from typing import Any

from kg.errors import QueryError

DEFAULT_LIMIT = 20

#: More rows than any answer has: a limit in Cypher is a number.
ALL_ROWS = 2**31 - 1

_YEAR = re.compile(r"[0-9]{1,4}")


@dataclass(frozen=True, slots=True)
class Options:
    """Filters and size of an answer.

    `limit` 0 means all rows. `year` is (first, last), both included, either may be None; a paper without a
    year fits no year filter. `venue` fits every venue that holds it, in any case. `mentions` lets bare
    MENTIONS edges count too. `max_df` caps in how many papers an entity of a pairs question may be (None:
    the larger of 20 and 2 % of the papers). Filters apply to papers, to their edges, and to the relations
    between entities that these papers state.
    """

    limit: int = DEFAULT_LIMIT
    min_confidence: float = 0.0
    mentions: bool = False
    evidence: bool = False
    year: tuple[int | None, int | None] = (None, None)
    venue: str = ""
    max_df: int | None = None

    def __post_init__(self) -> None:
        first, last = self.year
        if self.limit < 0:
            raise QueryError(f"a limit of {self.limit} makes no sense; give 0 for all rows")
        if first is not None and last is not None and first > last:
            raise QueryError(f"the years {first}:{last} run backwards; give the earlier one first")

    def cypher_parameters(self, keep: str | None = None) -> dict[str, Any]:
        """The parameters of the fragments in `queries.base.cypher`, for all rows; `keep` as in `View`."""
        return {
            "min_confidence": self.min_confidence,
            "mentions": self.mentions,
            "year_from": self.year[0],
            "year_to": self.year[1],
            "venue": self.venue.lower(),
            "max_df": self.max_df,
            "keep": keep,
            "rows": ALL_ROWS,
        }


def cap(options: Options, papers: int) -> int:
    """In how many of `papers` an entity may be to count in a pair."""
    return options.max_df if options.max_df is not None else max(20, papers // 50)


def parse_years(text: str) -> tuple[int | None, int | None]:
    """`2020:2023`, `2020:`, `:2023` or `2020` as (first, last); QueryError for anything else."""
    first, colon, last = text.strip().partition(":")
    ends = (first.strip(), last.strip() if colon else first.strip())
    if not any(ends) or not all(end == "" or _YEAR.fullmatch(end) for end in ends):
        raise QueryError(f"{text!r} is no range of years; write 2020:2023, 2020:, :2023 or 2020")
    return (int(ends[0]) if ends[0] else None, int(ends[1]) if ends[1] else None)
