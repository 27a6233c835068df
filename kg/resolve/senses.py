"""Which claims are about one thing.

A claim's sense is the core of its long form (see `kg.resolve.core`). Inside a paper a short form belongs to
the long form that it is claimed with. Across papers equal cores are one sense, and so are long forms that
share a short form and differ only in endings and small words, and names of many words whose modifiers stand
in another order. A bare short form joins the long form that
papers use it for, where the corpus has one, or one that all but stands alone; else it stays by itself (SAC).
A part of a name ("unlearning" of "machine unlearning") joins it where papers hardly shorten anything else to
it. There are no other links, so that two long forms never meet through a chain of mentions.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from kg.resolve.abbreviation import inner_definitions
from kg.resolve.claims import Claim
from kg.resolve.core import STEM, core_words, joined, unordered
from kg.resolve.normal import loose, normal, words
from kg.resolve.reading import read

Key = tuple[str, str]
"""(entity type, normal form)."""

#: A short form with several long forms stands for one of them if that has this share of the papers
#: (those that only coin a name aside) and at least two. Chosen on annotated claims.
_SHARE: Final = 7 / 8

#: Short forms of at most so many letters, all capitals, mean different things to different papers so often that
#: a long form which only its own paper coins does not take them.
_BRIEF: Final = 4

#: A short form inside a longer name is spelled out if at least so many papers define it, and a claim that a
#: paper proposes it by its bare short form is taken for a slip.
_KNOWN: Final = 3

#: A part stands for a whole name if so many papers shorten it so, and this share of those that shorten
#: anything to that part.
_SHORTENED: Final = 2
_SHORTENED_SHARE: Final = 5 / 6

#: Where papers leave out an idle word, at least this share of those that have the whole name do.
_IDLE_SHARE: Final = 1 / 8

#: Words that a paper which itself leaves them out need not have said.
_IDLE: Final = frozenset(
    (
        "analysis",
        "attack",
        "automated",
        "automatic",
        "conventional",
        "fitting",
        "integration",
        "mechanism",
        "model",
        "procedure",
        "scheme",
        "selection",
        "standard",
        "strategy",
        "task",
        "text",
        "traditional",
        # Inside a name only, as `kg.resolve.reading` marks them.
        "- data",
        "- function",
        "- neural",
    )
)


@dataclass(frozen=True, slots=True)
class Senses:
    """`expansions` are the normal words that short forms inside longer names stand for; `same` leads from a
    sense to the one that it is a spelling of, `only` from a bare short form to the sense that it stands for
    (both hold only what differs); `several` gives the senses of each ambiguous short form; `support` is
    how many papers mean that sense by a form of `only`, of how many that spell the form out."""

    expansions: Mapping[str, Sequence[str]]
    same: Mapping[Key, Key]
    only: Mapping[Key, Key]
    several: Mapping[Key, tuple[Key, ...]]
    support: Mapping[Key, tuple[int, int]]
    _cores: dict[str, tuple[str, Hashable | None]] = field(
        default_factory=dict, repr=False, compare=False
    )

    def core(self, name: str) -> str:
        """The core of a name, with short forms inside it spelled out."""
        return self._core(name)[0]

    def modifiers(self, name: str) -> Hashable | None:
        """Equal for names whose modifiers stand in another order only; None for those that have few."""
        return self._core(name)[1]

    def _core(self, name: str) -> tuple[str, Hashable | None]:
        found = self._cores.get(name)
        if found is None:
            words = core_words(name, self.expansions)
            self._cores[name] = found = joined(words), unordered(words)
        return found

    def own(self, claim: Claim) -> Key:
        """The sense of a claim by its own paper: the core of its long form, spelled out."""
        return claim.type, self.core(read(claim).long)

    def of(self, claim: Claim) -> Key:
        """The sense of a claim, which need not be among those that the senses were found from."""
        key = self.stands_for(claim) or self.own(claim)
        return self.same.get(key, key)

    def stands_for(self, claim: Claim) -> Key | None:
        """The sense that the claim's name is a bare short form of; None for a name that its own paper
        introduces, whatever others call so."""
        if not read(claim).bare:
            return None
        form = claim.type, normal(claim.name)
        return self.only.get(form) if not claim.proposed or self._known(form) else None

    def _known(self, form: Key) -> bool:
        """Whether so many papers use a short form that none can be said to introduce it."""
        return self.support.get(form, (0, 0))[0] >= _KNOWN


def find_senses(claims: Sequence[Claim]) -> Senses:
    """The links between the senses of `claims`; a function of their set."""
    senses = Senses(_expansions(claims), {}, {}, {}, {})
    papers: defaultdict[Key, set[str]] = defaultdict(set)
    used: defaultdict[Key, set[str]] = defaultdict(set)
    defined: defaultdict[Key, set[Key]] = defaultdict(set)
    spelled: defaultdict[Key, set[Key]] = defaultdict(set)
    alike: defaultdict[tuple[str, tuple[str, ...]], set[Key]] = defaultdict(set)
    ordered: defaultdict[tuple[str, Hashable], set[Key]] = defaultdict(set)
    shouted: set[Key] = set()
    brief: set[Key] = set()
    for claim in claims:
        key, reading = senses.own(claim), read(claim)
        papers[key].add(claim.paper)
        if reading.long.isupper():
            shouted.add(key)
        spelled[claim.type, normal(reading.long)].add(key)
        alike[claim.type, loose(reading.long)].add(key)
        if (modifiers := senses.modifiers(reading.long)) is not None:
            ordered[claim.type, modifiers].add(key)
        if not claim.proposed:
            used[key].add(claim.paper)
        for short in reading.shorts:
            defined[claim.type, normal(short)].add(key)
            if short.isupper() and len(short) <= _BRIEF:
                brief.add((claim.type, normal(short)))
    # Senses that differ only in endings and small words anywhere are one if a short form stands for one of
    # them; by itself that tells too much ("learned optimizer", "learning optimizer").
    longs = set().union(*defined.values())
    # A single word and its stem are one ("jailbreak", "jailbreaking"), unless it is written as a short form.
    groups: list[set[Key]] = [
        {(type_, key), (type_, key.removesuffix(STEM))}
        for type_, key in papers
        if key.endswith(STEM)
        and (type_, key.removesuffix(STEM)) in papers
        and (type_, key.removesuffix(STEM)) not in shouted
    ]
    groups += [
        *spelled.values(),
        *ordered.values(),
        *(keys for keys in alike.values() if not keys.isdisjoint(longs)),
    ]
    groups += _shortened(claims, senses, spelled, papers)
    same = _joined(groups, papers)
    only: dict[Key, Key] = {}
    several: dict[Key, tuple[Key, ...]] = {}
    support: dict[Key, tuple[int, int]] = {}
    for form, keys in sorted(defined.items()):
        counts: defaultdict[Key, int] = defaultdict(int)
        for key in keys:
            counts[same.get(key, key)] += len(used[key])
        if len(counts) > 1:
            several[form] = tuple(sorted(counts))
        main = _main(counts)
        # Few capitals are soon taken: CPO is coined by one paper and something else to the next.
        if main is not None and (counts[main] or form not in brief):
            only[form] = main
            support[form] = counts[main], sum(counts.values())
    return Senses(senses.expansions, same, only, several, support, senses._cores)


def _shortened(
    claims: Iterable[Claim],
    senses: Senses,
    spelled: Mapping[Key, set[Key]],
    papers: Mapping[Key, set[str]],
) -> list[set[Key]]:
    """Groups of a name's senses and those of the part that papers shorten it to. Not where a paper tells the
    two apart by claiming both."""
    wholes: defaultdict[Key, defaultdict[Key, set[str]]] = defaultdict(lambda: defaultdict(set))
    idle: defaultdict[tuple[Key, Key], set[str]] = defaultdict(set)

    def never_both(form: Key, whole: Key) -> bool:
        return all(key == whole or papers[key].isdisjoint(papers[whole]) for key in spelled[form])

    for claim in claims:
        for part, left in read(claim).parts:
            form = claim.type, part
            if form not in spelled:
                continue
            if left in _IDLE:
                idle[form, senses.own(claim)].add(claim.paper)
            elif not claim.proposed and not left.startswith("-"):
                wholes[form][senses.own(claim)].add(claim.paper)
    groups = [
        spelled[form] | {whole}
        for (form, whole), found in idle.items()
        if len(found) >= _IDLE_SHARE * len(papers[whole]) and never_both(form, whole)
    ]
    for form, found in wholes.items():
        best = min(found, key=lambda key: (-len(found[key]), key))
        often, total = len(found[best]), len(set().union(*found.values()))
        # A part that stands alone more often than the whole is the wider notion.
        alone = len(set().union(*(papers[key] for key in spelled[form])))
        enough = often >= max(_SHORTENED, _SHORTENED_SHARE * total)
        if enough and len(papers[best]) >= alone and never_both(form, best):
            groups.append(spelled[form] | {best})
    return groups


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
    for keys_of_one in members.values():
        best = min(keys_of_one, key=lambda key: (-len(papers[key]), key))
        same.update({key: best for key in keys_of_one if key != best})
    return same


def _main(counts: Mapping[Key, int]) -> Key | None:
    """The only sense of a short form, or the one that almost all papers mean by it: where several papers
    coin one, none of their long forms takes the bare uses (PRISM, DREAM)."""
    best = min(counts, key=lambda key: (-counts[key], key))
    if len(counts) == 1 or counts[best] >= max(2, _SHARE * sum(counts.values())):
        return best
    return None


def _expansions(claims: Iterable[Claim]) -> dict[str, tuple[str, ...]]:
    """What the short forms that many papers define stand for, whatever the type."""
    counts: defaultdict[str, defaultdict[tuple[str, ...], set[str]]]
    counts = defaultdict(lambda: defaultdict(set))
    for claim in claims:
        reading = read(claim)
        for short in reading.shorts:
            counts[normal(short)][tuple(words(reading.long))].add(claim.paper)
        for short, long in inner_definitions(claim.name) if "(" in claim.name else ():
            counts[normal(short)][tuple(words(long))].add(claim.paper)
    found = {}
    for short, longs in counts.items():
        best = min(longs, key=lambda long: (-len(longs[long]), long))
        total = sum(map(len, longs.values()))
        if len(longs[best]) >= max(_KNOWN, _SHARE * total):
            found[short] = best
    return found
