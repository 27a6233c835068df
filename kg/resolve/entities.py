"""From claims to entities: senses, then for each a key, a name, aliases and the log of its merges."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from kg.records import EntityNode
from kg.resolve.claims import Claim
from kg.resolve.curated import Curated, Groups
from kg.resolve.decisions import Decision, Trouble
from kg.resolve.names import Sense, choose_form
from kg.resolve.normal import normal
from kg.resolve.reading import read
from kg.resolve.senses import Key, Senses, find_senses

SPELLING: Final = "spelling"
CORE: Final = "same but for words and endings that tell nothing"
DEFINED: Final = "short form of the same paper"
ONLY: Final = "established long form of this short form"
DEFINES: Final = "long form of the same paper"
VARIANT: Final = "variant of a long form with the same short form"
MENTION: Final = "mention of the same paper"

#: What decisions leave in the log beside their merges.
APART: Final = "kept apart by curation"
RENAMED: Final = "renamed by curation"

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
    curated: Curated

    @property
    def troubles(self) -> list[Trouble]:
        """The decisions that could not be applied, and why."""
        return self.curated.troubles

    def entity_of(self, claim: Claim) -> EntityNode | None:
        """The entity of a claim; None for one that a decision leaves out, or that the resolution was not
        made from and that fits none."""
        key = self.curated.key(claim)
        return self.by_sense.get(key) if key is not None else None


def resolve(claims: Sequence[Claim], decisions: Sequence[Decision] = ()) -> Resolution:
    """Resolves claims to entities; equal for equal sets of claims, in any order."""
    senses = find_senses(claims)
    members: Groups = {}
    for claim in claims:
        members.setdefault(senses.of(claim), []).append(claim)
    curated = Curated(senses, members, decisions)
    by_key = {key: Sense(key[0], key[1], group) for key, group in sorted(curated.groups.items())}
    alone: Counter[Key] = Counter((type_, f) for (type_, _), s in by_key.items() for f in s.alone)
    holders: Counter[Key] = Counter((type_, f) for (type_, _), s in by_key.items() for f in s.keys)
    by_sense: dict[Key, EntityNode] = {}
    entities = []
    for (type_, own), sense in by_key.items():
        # A form names an entity if no other has it, or only as a short form of something longer, and it is
        # not the key that another may fall back to.
        free = [
            form
            for form in sense.keys
            if form == own
            or (
                (type_, form) not in by_key
                and (holders[type_, form] == 1 or (form in sense.alone and alone[type_, form] == 1))
            )
        ]
        node = _node(sense, free, curated.names.get((type_, own)))
        merges = _merges(senses, curated, sense, node)
        # What a paper only mentions beside a name, and others call something else, is no alias.
        foreign = {
            merge.form
            for merge in merges
            if merge.reason == MENTION
            and alone[type_, normal(merge.form)] > (normal(merge.form) in sense.alone)
        }
        if foreign:
            node = replace(node, aliases=tuple(a for a in node.aliases if a not in foreign))
            merges = tuple(merge for merge in merges if merge.form not in foreign)
        by_sense[type_, own] = node
        entities.append(Entity(node, _keys(sense, node), merges))
    entities.sort(key=lambda entity: entity.node.id)
    return Resolution(tuple(entities), senses, by_sense, curated)


def _keys(sense: Sense, node: EntityNode) -> tuple[str, ...]:
    """What lookups know the entity by: its cores have no space, keys of what was taken apart have one."""
    own = {sense.key} if " " not in sense.key else set()
    return tuple(sorted({normal(node.name), *own, *sense.keys}))


def _node(sense: Sense, free: Collection[str], renamed: str | None) -> EntityNode:
    key, name = choose_form(sense, free)
    name = renamed or name
    aliases = tuple(sorted(form for form in sense.forms if form != name))
    return EntityNode(f"{sense.type}:{key}", sense.type, name, aliases)


def _merges(senses: Senses, curated: Curated, sense: Sense, node: EntityNode) -> tuple[Merge, ...]:
    found: dict[str, Merge] = {}
    if len(sense.forms) == 1 and not curated.active:  # most entities have one form
        return ()
    for claim in sense.claims:
        moved = curated.why(claim)
        for form in claim.forms:
            if form == node.name and not moved:
                continue
            merge = Merge(form, *moved) if moved else _merge(senses, sense, node, claim, form)
            if form not in found or _rank(merge) < _rank(found[form]):
                found[form] = merge
    key = sense.type, sense.key
    told = [Merge(name, APART, node.name) for name in sorted(curated.apart.get(key, ()))]
    if key in curated.names:
        told.insert(0, Merge(node.name, RENAMED, ""))
    return (*told, *(found[form] for form in sorted(found)))


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
        often, total = senses.support[claim.type, normal(claim.name)]
        return Merge(form, ONLY, f"{meant[1]}, in {often} of {total} papers that spell it out")
    return Merge(form, VARIANT if own in senses.same else DEFINES, sense.key)


def _rank(merge: Merge) -> tuple[int, str]:
    known = merge.reason in REASONS
    return (REASONS.index(merge.reason) if known else len(REASONS)), merge.detail
