"""Which claims are about one thing.

A claim's sense is the core of its long form (see `kg.resolve.core`). Inside a paper a short form belongs to the long form
that it is claimed with. Across papers equal cores are one sense, and so are long forms that share
a short form and differ only in endings and small words. A bare short form joins the long form that
defines it where the corpus has one, or one that all but stands alone; else it stays by itself (SAC).
There are no other links, so that two long forms never meet through a chain of mentions.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from kg.resolve.abbreviation import abbreviates, without_inner
from kg.resolve.claims import Claim
from kg.resolve.core import core
from kg.resolve.normal import loose, normal, words

Key = tuple[str, str]
"""(entity type, normal form)."""

#: A short form with several long forms stands for one of them if that has this share of the papers
#: (those that only coin a name aside) and at least two. Chosen on annotated claims.
_SHARE: Final = 7 / 8

#: A short form inside a longer name is spelled out if at least so many papers define it.
_KNOWN: Final = 3


@dataclass(frozen=True, slots=True)
class Senses:
    """`expansions` are the normal words that short forms inside longer names stand for; `same` leads from a
    sense to the one that it is a spelling of, `only` from a bare short form to the sense that it stands for
    (both hold only what differs); `several` gives the senses of each ambiguous short form."""

    expansions: Mapping[str, Sequence[str]]
    same: Mapping[Key, Key]
    only: Mapping[Key, Key]
    several: Mapping[Key, tuple[Key, ...]]

    def own(self, claim: Claim) -> Key:
        """The sense of a claim by its own paper: the core of its long form, spelled out."""
        return own_sense(claim, self.expansions)

    def of(self, claim: Claim) -> Key:
        """The sense of a claim, which need not be among those that the senses were found from."""
        key = self.only.get(bare(claim)) or self.own(claim)
        return self.same.get(key, key)


def bare(claim: Claim) -> Key:
    """What `only` knows a claim by: its name, if its own paper gives no longer form; else nothing."""
    name = normal(claim.name) if long_form(claim) == claim.name else ""
    return claim.type, name


def own_sense(claim: Claim, expansions: Mapping[str, Sequence[str]]) -> Key:
    """The core of a claim's long form, with short forms inside it spelled out."""
    return claim.type, core(long_form(claim), expansions)


def long_form(claim: Claim) -> str:
    """The name without inner short forms; where the name is itself short for another form, that one."""
    longer = [form for form in claim.forms[1:] if abbreviates(claim.name, form)]
    return without_inner(min(longer, key=lambda f: (-len(f), f)) if longer else claim.name)


def short_forms(claim: Claim) -> list[str]:
    """The surface forms that abbreviate the claim's long form."""
    long = long_form(claim)
    return [form for form in claim.forms if abbreviates(form, long)]


def find_senses(claims: Sequence[Claim]) -> Senses:
    """The links between the senses of `claims`; a function of their set."""
    expansions = _expansions(claims)
    papers: defaultdict[Key, set[str]] = defaultdict(set)
    used: defaultdict[Key, set[str]] = defaultdict(set)
    defined: defaultdict[Key, set[Key]] = defaultdict(set)
    spelled: defaultdict[Key, set[Key]] = defaultdict(set)
    alike: defaultdict[tuple[str, tuple[str, ...]], set[Key]] = defaultdict(set)
    for claim in claims:
        key, long = own_sense(claim, expansions), long_form(claim)
        papers[key].add(claim.paper)
        spelled[claim.type, normal(long)].add(key)
        alike[claim.type, loose(long)].add(key)
        if not claim.proposed:
            used[key].add(claim.paper)
        for short in short_forms(claim):
            defined[claim.type, normal(short)].add(key)
    # Senses that differ only in endings and small words anywhere are one if a short form stands for one of
    # them; by itself that tells too much ("learned optimizer", "learning optimizer").
    longs = set().union(*defined.values())
    groups = [*spelled.values(), *(keys for keys in alike.values() if not keys.isdisjoint(longs))]
    same = _joined(groups, papers)
    only: dict[Key, Key] = {}
    several: dict[Key, tuple[Key, ...]] = {}
    for form, keys in sorted(defined.items()):
        counts: defaultdict[Key, int] = defaultdict(int)
        for key in keys:
            counts[same.get(key, key)] += len(used[key])
        if len(counts) > 1:
            several[form] = tuple(sorted(counts))
        main = _main(counts)
        if main is not None:
            only[form] = main
    return Senses(expansions, same, only, several)


def _joined(groups: Iterable[set[Key]], papers: Mapping[Key, set[str]]) -> dict[Key, Key]:
    """For every key that shares groups with others, directly or not, the one of them in most papers."""
    parent: dict[Key, Key] = {}

    def root(key: Key) -> Key:
        while parent.setdefault(key, key) != key:
            parent[key] = key = parent[parent[key]]
        return key

    for keys in groups:
        first, *others = keys
        for other in others:
            parent[root(other)] = root(first)
    members: defaultdict[Key, list[Key]] = defaultdict(list)
    for key in list(parent):
        members[root(key)].append(key)
    same = {}
    for joined in members.values():
        best = min(joined, key=lambda key: (-len(papers[key]), key))
        same.update({key: best for key in joined if key != best})
    return same


def _main(counts: Mapping[Key, int]) -> Key | None:
    """The only sense of a short form, or the one that almost all papers mean by it."""
    best = min(counts, key=lambda key: (-counts[key], key))
    if len(counts) == 1 or counts[best] >= max(2, _SHARE * sum(counts.values())):
        return best
    return None


def _expansions(claims: Iterable[Claim]) -> dict[str, tuple[str, ...]]:
    """What the short forms that many papers define stand for, whatever the type."""
    counts: defaultdict[str, defaultdict[tuple[str, ...], set[str]]]
    counts = defaultdict(lambda: defaultdict(set))
    for claim in claims:
        for short in short_forms(claim):
            counts[normal(short)][tuple(words(long_form(claim)))].add(claim.paper)
    found = {}
    for short, longs in counts.items():
        best = min(longs, key=lambda long: (-len(longs[long]), long))
        total = sum(map(len, longs.values()))
        if len(longs[best]) >= max(_KNOWN, _SHARE * total):
            found[short] = best
    return found
