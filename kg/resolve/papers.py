"""Which records are the same paper, and which record stands for it. Functions of the set of records.

Two records are one paper by an equal scheme id, else by an equal normalised title with overlapping
authors; where either has no authors, only if the normalised abstracts are equal too.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, count
from typing import Generic, Protocol, TypeVar


class Keys(Protocol):
    """What of a record tells whether it is the same paper as another: `row` names the record, `paper` is
    its id, `ids` are the ids that make records equal, `title` is normalised, `families` are names."""

    @property
    def row(self) -> int: ...
    @property
    def paper(self) -> str: ...
    @property
    def ids(self) -> tuple[str, ...]: ...
    @property
    def title(self) -> str: ...
    @property
    def families(self) -> tuple[str, ...]: ...
    @property
    def abstract(self) -> str: ...
    @property
    def claims(self) -> str | None: ...


R = TypeVar("R", bound=Keys)


@dataclass(frozen=True, slots=True)
class Group(Generic[R]):
    """The records of one paper, the one that stands for it first, and the paper's `id`."""

    id: str
    records: tuple[R, ...]


def group_records(
    records: Sequence[R],
    *,
    clean_text: Callable[[R], str],
    normal_text: Callable[[R], str],
    content: Callable[[R], str],
    id_rank: Callable[[R], int],
) -> list[Group[R]]:
    """The papers of `records`, by id. The first record of each has the longest clean abstract, then the
    first in text order; records that came with claims go before those that are extracted. `content`
    is all of a record's text, which settles what is left. The paper's id is that of the record with the
    least `id_rank`, the first of these. The functions are called only where needed.
    """

    def order(record: R) -> tuple[int, str, bool, str, str]:
        text = clean_text(record)
        return -len(text), text, record.claims is None, content(record), record.claims or ""

    groups = []
    for members in _connected(records, normal_text):
        ordered = tuple(sorted(members, key=order)) if len(members) > 1 else tuple(members)
        groups.append(ordered)
    by_id: defaultdict[str, list[tuple[R, ...]]] = defaultdict(list)
    for ordered in groups:
        best = min(ordered, key=id_rank) if len(ordered) > 1 else ordered[0]
        by_id[best.paper].append(ordered)
    found, taken = [], set(by_id)
    for id_, same in sorted(by_id.items()):
        # Ids made from a title alone may fall together (two prefaces): the later ones tell their abstract,
        # and a number where that tells nothing (two without one).
        for n, ordered in enumerate(sorted(same, key=lambda g: order(g[0])) if same[1:] else same):
            own = _free(f"{id_}-{ordered[0].abstract[:8]}", taken) if n else id_
            found.append(Group(own, ordered))
    return sorted(found, key=lambda group: group.id)


def _free(wanted: str, taken: set[str]) -> str:
    """`wanted`, with a number where it is taken; it is taken then."""
    numbered = (f"{wanted}-{n}" for n in count(2))
    free = next(id_ for id_ in chain([wanted], numbered) if id_ not in taken)
    taken.add(free)
    return free


def _connected(records: Sequence[R], normal_text: Callable[[R], str]) -> Iterable[list[R]]:
    parent = list(range(len(records)))

    def root(n: int) -> int:
        while parent[n] != n:
            parent[n] = parent[parent[n]]
            n = parent[n]
        return n

    for same in _links(records, normal_text):
        first = root(same[0])
        for other in same[1:]:
            parent[root(other)] = first
    found: defaultdict[int, list[R]] = defaultdict(list)
    for n, record in enumerate(records):
        found[root(n)].append(record)
    return found.values()


def _links(records: Sequence[R], normal_text: Callable[[R], str]) -> Iterable[list[int]]:
    """Lists of positions of records that are one paper."""
    by_id: defaultdict[str, list[int]] = defaultdict(list)
    titled: defaultdict[str, list[int]] = defaultdict(list)
    for n, record in enumerate(records):
        for id_ in record.ids:
            by_id[id_].append(n)
        if record.title:
            titled[record.title].append(n)
    yield from by_id.values()
    for same in titled.values():
        if len(same) < 2:
            continue
        by_family: defaultdict[str, list[int]] = defaultdict(list)
        for n in same:
            for family in records[n].families:
                by_family[family].append(n)
        yield from by_family.values()
        if not all(records[n].families for n in same):
            yield from _by_abstract(records, same, normal_text)


def _by_abstract(
    records: Sequence[R], same: Sequence[int], normal_text: Callable[[R], str]
) -> Iterable[list[int]]:
    """Records of one title and abstract, where one of them has no authors."""
    by_text: defaultdict[str, list[int]] = defaultdict(list)
    for n in same:
        by_text[normal_text(records[n])].append(n)
    for found in by_text.values():
        if not all(records[n].families for n in found):
            yield found
