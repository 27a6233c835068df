"""From claims to entities: senses, then for each a key, a name, aliases and the log of its merges."""

from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from kg.records import EntityNode
from kg.resolve.claims import Claim
from kg.resolve.names import Sense, choose_form
from kg.resolve.normal import normal
from kg.resolve.reading import read
from kg.resolve.senses import Key, Senses, find_senses

SPELLING: Final = "spelling"
CORE: Final = "same but for words and endings that tell nothing"
DEFINED: Final = "short form of the same paper"
ONLY: Final = "only established long form of this short form"
DEFINES: Final = "long form of the same paper"
VARIANT: Final = "variant of a long form with the same short form"
MENTION: Final = "mention of the same paper"

#: Why forms are joined, the surest reason first.
REASONS: Final = (SPELLING, CORE, DEFINED, ONLY, DEFINES, VARIANT, MENTION)


@dataclass(frozen=True, slots=True)
class Merge:
    """Why a surface form belongs to an entity: `detail` is the form or sense that it was joined by."""

    form: str
    reason: str
    detail: str


@dataclass(frozen=True, slots=True)
class Entity:
    """A resolved entity, the normal forms and the core of its names (sorted), and its merges (by form)."""

    node: EntityNode
    keys: tuple[str, ...]
    merges: tuple[Merge, ...]


@dataclass(frozen=True, slots=True)
class Resolution:
    """The entities of a set of claims, in id order, and the decisions behind them."""

    entities: tuple[Entity, ...]
    senses: Senses
    by_sense: dict[Key, EntityNode]

    def entity_of(self, claim: Claim) -> EntityNode | None:
        """The entity of a claim; None for one that the resolution was not made from and that fits none."""
        return self.by_sense.get(self.senses.of(claim))


def resolve(claims: Sequence[Claim]) -> Resolution:
    """Resolves claims to entities; equal for equal sets of claims, in any order."""
    senses = find_senses(claims)
    members: defaultdict[Key, list[Claim]] = defaultdict(list)
    for claim in claims:
        members[senses.of(claim)].append(claim)
    by_key = {key: Sense(key[0], key[1], group) for key, group in sorted(members.items())}
    holders: Counter[Key] = Counter((type_, f) for (type_, _), s in by_key.items() for f in s.keys)
    by_sense: dict[Key, EntityNode] = {}
    entities = []
    for (type_, own), sense in by_key.items():
        # A form names an entity if no other has it, and it is not the key that another may fall back to.
        free = [
            form
            for form in sense.keys
            if form == own or (holders[type_, form] == 1 and (type_, form) not in by_key)
        ]
        node = _node(sense, free)
        by_sense[type_, own] = node
        entities.append(
            Entity(node, tuple(sorted({own, *sense.keys})), _merges(senses, sense, node))
        )
    entities.sort(key=lambda entity: entity.node.id)
    return Resolution(tuple(entities), senses, by_sense)


def _node(sense: Sense, free: Collection[str]) -> EntityNode:
    key, name = choose_form(sense, free)
    aliases = tuple(sorted(form for form in sense.forms if form != name))
    return EntityNode(f"{sense.type}:{key}", sense.type, name, aliases)


def _merges(senses: Senses, sense: Sense, node: EntityNode) -> tuple[Merge, ...]:
    found: dict[str, Merge] = {}
    for claim in sense.claims:
        for form in claim.forms:
            if form == node.name:
                continue
            merge = _merge(senses, sense, node, claim, form)
            if form not in found or _rank(merge) < _rank(found[form]):
                found[form] = merge
    return tuple(found[form] for form in sorted(found))


def _merge(senses: Senses, sense: Sense, node: EntityNode, claim: Claim, form: str) -> Merge:
    own = senses.own(claim)
    if normal(form) == normal(node.name):
        return Merge(form, SPELLING, node.name)
    if senses.core(form) == sense.key:
        return Merge(form, CORE, sense.key)
    if form in read(claim).shorts:
        return Merge(form, DEFINED, read(claim).long)
    if form != claim.name:
        return Merge(form, MENTION, claim.name)
    if (meant := senses.stands_for(claim)) is not None:
        return Merge(form, ONLY, meant[1])
    return Merge(form, VARIANT if own in senses.same else DEFINES, sense.key)


def _rank(merge: Merge) -> tuple[int, str]:
    return REASONS.index(merge.reason), merge.detail
