"""Which records are the same paper, and which record stands for it. Functions of the set of records.

Two records are one paper by an equal scheme id, else by an equal normalised title with overlapping
authors; where either has no authors, only if the normalised abstracts are equal too.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, count
from typing import Final, Generic, Protocol, TypeVar


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

#: Why records are one paper where no id says so.
_BY_AUTHORS: Final = "equal title and an author in common"
_BY_ABSTRACT: Final = "equal title and abstract"


@dataclass(frozen=True, slots=True)
class Group(Generic[R]):
    """The records of one paper, the one that stands for it first, and the paper's `id`. `why` says why they
    are one: every id that two of them share, and, where these don't join them all, what of the titles does."""

    id: str
    records: tuple[R, ...]
    why: tuple[str, ...] = ()


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

    by_id: defaultdict[str, list[Group[R]]] = defaultdict(list)
    for members, why in _connected(records, normal_text):
        ordered = tuple(sorted(members, key=order)) if len(members) > 1 else tuple(members)
        best = min(ordered, key=id_rank) if len(ordered) > 1 else ordered[0]
        by_id[best.paper].append(Group(best.paper, ordered, why))
    found, taken = [], set(by_id)
    for id_, same in sorted(by_id.items()):
        # Ids made from a title alone may fall together (two prefaces): the later ones tell their abstract,
        # and a number where that tells nothing (two without one).
        if same[1:]:
            same.sort(key=lambda group: order(group.records[0]))
        found.append(same[0])
        for group in same[1:]:
            own = _free(f"{id_}-{group.records[0].abstract[:8]}", taken)
            found.append(replace(group, id=own))
    return sorted(found, key=lambda group: group.id)


def _free(wanted: str, taken: set[str]) -> str:
    """`wanted`, with a number where it is taken; it is taken then."""
    numbered = (f"{wanted}-{n}" for n in count(2))
    free = next(id_ for id_ in chain([wanted], numbered) if id_ not in taken)
    taken.add(free)
    return free


def _connected(
    records: Sequence[R], normal_text: Callable[[R], str]
) -> Iterable[tuple[list[R], tuple[str, ...]]]:
    """The records of each paper, and why they are one."""
    parent = list(range(len(records)))

    def root(n: int) -> int:
        while parent[n] != n:
            parent[n] = parent[parent[n]]
            n = parent[n]
        return n

    reasons: list[tuple[int, str]] = []
    for why, same in _links(records, normal_text):
        first, *others = dict.fromkeys(map(root, same))
        for other in others:
            parent[other] = first
        if others or (why not in (_BY_AUTHORS, _BY_ABSTRACT) and same[1:]):
            reasons.append((first, why))
    found: defaultdict[int, list[R]] = defaultdict(list)
    for n, record in enumerate(records):
        found[root(n)].append(record)
    told: defaultdict[int, dict[str, None]] = defaultdict(dict)
    for n, why in reasons:
        told[root(n)][why] = None
    return [(members, tuple(told.get(n, ()))) for n, members in found.items()]


def _links(
    records: Sequence[R], normal_text: Callable[[R], str]
) -> Iterable[tuple[str, list[int]]]:
    """Positions of records that are one paper, and why they are; ids, which come by their order, first."""
    by_id: defaultdict[str, list[int]] = defaultdict(list)
    titled: defaultdict[str, list[int]] = defaultdict(list)
    for n, record in enumerate(records):
        for id_ in record.ids:
            by_id[id_].append(n)
        if record.title:
            titled[record.title].append(n)
    yield from sorted(by_id.items())
    for same in titled.values():
        if len(same) < 2:
            continue
        by_family: defaultdict[str, list[int]] = defaultdict(list)
        for n in same:
            for family in records[n].families:
                by_family[family].append(n)
        yield from ((_BY_AUTHORS, found) for found in by_family.values())
        if not all(records[n].families for n in same):
            yield from ((_BY_ABSTRACT, found) for found in _by_abstract(records, same, normal_text))


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
