"""From claims to entities: senses, then for each a key, a name, aliases and the log of its merges."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kg.records import EntityNode
from kg.resolve.claims import Claim
from kg.resolve.names import Sense, choose_form
from kg.resolve.normal import normal
from kg.resolve.senses import Key, Senses, find_senses, short_forms

SAME: Final = "normal form"
DEFINED: Final = "short form of the same paper"
ONLY: Final = "only long form of this short form"


@dataclass(frozen=True, slots=True)
class Merge:
    """Why a surface form belongs to an entity: `detail` is the form or sense that it was joined by."""

    form: str
    reason: str
    detail: str


@dataclass(frozen=True, slots=True)
class Entity:
    """A resolved entity, its normal forms (sorted) and its merges (by form)."""

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
    sense_of = {key: Sense(key[0], key[1], group) for key, group in members.items()}
    # A normal form belongs to the sense that it is the long form of, else to the only one that has it.
    holders: defaultdict[Key, set[str]] = defaultdict(set)
    for key, sense in sense_of.items():
        for form in sense.keys:
            holders[key[0], form].add(key[1])
    by_sense = {}
    entities = []
    for key in sorted(members):
        sense = sense_of[key]
        type_, own = key
        free = {f for f in sense.keys if f == own or holders[type_, f] == {own}}
        node = _node(sense, free)
        by_sense[key] = node
        entities.append(Entity(node, tuple(sorted(sense.keys)), _merges(senses, sense, node)))
    entities.sort(key=lambda e: e.node.id)
    return Resolution(tuple(entities), senses, by_sense)


def _node(sense: Sense, free: set[str]) -> EntityNode:
    key, name = choose_form(sense, free)
    aliases = tuple(sorted(form for form in sense.forms if form != name))
    return EntityNode(f"{sense.type}:{key}", sense.type, name, aliases)


def _merges(senses: Senses, sense: Sense, node: EntityNode) -> tuple[Merge, ...]:
    found: dict[str, Merge] = {}
    for claim in sense.claims:
        own = senses.own(claim)
        shorts = {normal(short) for short in short_forms(claim)}
        for form in claim.forms:
            if form == node.name:
                continue
            if normal(form) == sense.key:
                merge = Merge(form, SAME, sense.key)
            elif normal(form) in shorts:
                merge = Merge(form, DEFINED, own[1])
            elif own[1] != sense.key and normal(form) == own[1]:
                merge = Merge(form, ONLY, sense.key)
            else:
                merge = Merge(form, "mention of the same paper", claim.name)
            known = found.get(form)
            if known is None or (merge.reason, merge.detail) < (known.reason, known.detail):
                found[form] = merge
    return tuple(found[form] for form in sorted(found))


def ambiguous(resolution: Resolution) -> Counter[Key]:
    """Short forms with several senses, and how many."""
    return Counter({key: len(longs) for key, longs in resolution.senses.several.items()})
