"""Entities that stand with a given one: in the same paper, or in a relation that a paper states.

Most questions are of this kind and differ only in which roles and relations count.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from queries.base.cypher import best, counts, quoted
from queries.base.registry import RawRow
from queries.base.roles import ANY_ROLE, roles_of
from queries.base.view import Pattern, View


@dataclass(frozen=True, slots=True)
class Together:
    """Which entities of type `other` count as standing with the entity bound to the parameter `anchor`.

    `roles`: pairs (edge types to the anchor, edge types to the other), both in one paper. `forward` and
    `backward`: relations anchor -> other and other -> anchor. A row holds `id`, `papers` (how many distinct
    papers say so in either way), one count a role of the other in them, and, if relations count, `states`
    (in how many papers a relation is stated).
    """

    anchor: str
    other: str
    roles: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = ((ANY_ROLE, ANY_ROLE),)
    forward: tuple[str, ...] = ()
    backward: tuple[str, ...] = ()

    @property
    def relations(self) -> bool:
        return bool(self.forward or self.backward)

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields of a row."""
        return ("id", "papers", *(how.lower() for how in self._hows()))

    def cypher(self) -> str:
        """The question in Cypher."""
        matches = [
            f"MATCH (x)<-[a]-(p:Paper)-[b]->(m:{self.other})\n"
            f"  WHERE m <> x AND type(a) IN {quoted(mine)} AND type(b) IN {quoted(theirs)}\n"
            f"    AND {counts('p', 'a', 'b')}\n"
            "  RETURN m, p, type(b) AS how"
            for mine, theirs in self.roles
        ] + [
            f"MATCH {pattern}\n"
            "  MATCH (p:Paper {id: r.paper})\n"
            f"  WHERE m <> x AND {counts('p', 'r')}\n"
            "  RETURN m, p, 'STATES' AS how"
            for types, pattern in (
                (self.forward, f"(x)-[r:{'|'.join(self.forward)}]->(m:{self.other})"),
                (self.backward, f"(x)<-[r:{'|'.join(self.backward)}]-(m:{self.other})"),
            )
            if types
        ]
        branches = "\nUNION\n".join(f"  {match}" for match in matches)
        columns = "".join(
            f",\n  count(CASE how WHEN '{how}' THEN 1 END) AS {how.lower()}" for how in self._hows()
        )
        return (
            f"MATCH (x:Entity {{id: ${self.anchor}}})\n"
            f"CALL (x) {{\n{branches}\n}}\n"
            f"RETURN m.id AS id, count(DISTINCT p) AS papers{columns}"
            + best("papers + states DESC, id" if self.relations else "papers DESC, id")
        )

    def find(self, view: View, anchor: str) -> Iterator[RawRow]:
        """The same rows from the view."""
        found: dict[str, set[tuple[str, str]]] = {}
        for other, paper, how in self._pairs(view, anchor):
            found.setdefault(other, set()).add((paper, how))
        for other, support in found.items():
            said = [how for _, how in support]
            yield {
                "id": other,
                "papers": len({paper for paper, _ in support}),
                **{how.lower(): said.count(how) for how in self._hows()},
            }

    def support(self, view: View, row: RawRow, values: Mapping[str, Any]) -> Iterable[Pattern]:
        """The edges behind a row: both edges of each paper, and the relations."""
        anchor, other = values[self.anchor], row["id"]
        mine, theirs = view.holders.get(anchor, {}), view.holders.get(other, {})
        for paper, how in theirs.items():
            if paper in mine and self._counts(mine[paper], how):
                yield Pattern(paper, other)
                yield Pattern(paper, anchor)
        if self.forward:
            yield Pattern(anchor, other, self.forward)
        if self.backward:
            yield Pattern(other, anchor, self.backward)

    def score(self, row: RawRow) -> float:
        """Papers, those that state a relation twice over: it says more than standing side by side."""
        return float(row["papers"] + row.get("states", 0))

    def _hows(self) -> tuple[str, ...]:
        """Names of the counts: roles, strongest first, and STATES."""
        listed = {role for _, theirs in self.roles for role in theirs}
        hows = tuple(role for role in roles_of(self.other) if role in listed)
        return (*hows, "STATES") if self.relations else hows

    def _counts(self, mine: str, theirs: str) -> bool:
        return any(mine in ours and theirs in others for ours, others in self.roles)

    def _pairs(self, view: View, anchor: str) -> Iterator[tuple[str, str, str]]:
        """(other, paper, role of the other or STATES)."""
        for paper, mine in view.holders.get(anchor, {}).items():
            for other, theirs in view.roles[paper].items():
                if (
                    other != anchor
                    and view.type_of(other) == self.other
                    and self._counts(mine, theirs)
                ):
                    yield other, paper, theirs
        for link in view.relations.get(anchor, ()):
            types, other = (
                (self.forward, link.tail) if link.head == anchor else (self.backward, link.head)
            )
            if link.type in types and other != anchor and view.type_of(other) == self.other:
                yield other, link.paper, "STATES"
