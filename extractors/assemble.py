"""From mentions, groups and what the model says of them to an `Extraction` as the contract wants it."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from extractors.abbreviations import Abbreviation, is_short_form
from extractors.acronyms import Acronym
from extractors.grouping import Mention, fold, fold_words, name_of
from kg.records import EntityClaim, Extraction, RelationClaim, Span
from kg.schema import RELATION_TYPES, ROLES, allowed
from kg.text import Clean, closest_pair


class Entity(NamedTuple):
    """A group of mentions with its one type and role; `evidence` is the mention that gave the role."""

    mentions: Sequence[Mention]
    type: str
    role: str
    confidence: float
    evidence: Mention


class Relation(NamedTuple):
    """`head` and `tail` are indexes into the entities."""

    head: int
    type: str
    tail: int
    confidence: float


# Places after the point of a confidence: more would depend on the machine.
_DIGITS = 4


def assemble(
    clean: Clean,
    entities: Sequence[Entity],
    relations: Iterable[Relation] = (),
    *,
    abbreviations: Sequence[Abbreviation] = (),
    acronyms: Sequence[Acronym] = (),
) -> Extraction:
    """The claims of one abstract.

    Every further occurrence of a mention's string is one of its spans; a definition's other half joins
    where it was not tagged. Relations that the schema does not allow are left out, and so is an entity
    none of whose strings is its own.
    """
    entities = _spelled_out(entities, acronyms)
    places = _places(clean, entities, abbreviations)
    claims: dict[int, EntityClaim] = {}
    for i, entity in enumerate(entities):
        if places[i]:
            claims[i] = _entity(clean, entity, places[i], acronyms)
    order = sorted(claims, key=lambda i: claims[i].spans)
    return Extraction(
        text=clean.text,
        entities=tuple(claims[i] for i in order),
        relations=_relations(claims, order, relations),
    )


def _spelled_out(entities: Sequence[Entity], acronyms: Sequence[Acronym]) -> list[Entity]:
    """The entities, a mention that begins what markup spells out reaching to its end.

    "**A**utomated **e**rror generation and attr**i**bution" is one name, however much of it was tagged.
    """
    ends = {acronym.long[0]: acronym.long[1] for acronym in acronyms}

    def whole(mention: Mention) -> Mention:
        return mention._replace(end=max(mention.end, ends.get(mention.start, 0)))

    return [
        e._replace(mentions=[whole(m) for m in e.mentions], evidence=whole(e.evidence))
        for e in entities
    ]


def _places(
    clean: Clean, entities: Sequence[Entity], abbreviations: Sequence[Abbreviation]
) -> list[list[Span]]:
    """For each entity the clean spans of all occurrences of its strings, in text order."""
    text = clean.text
    owners: dict[str, int] = {}
    taken = bytearray(len(text))
    places: list[list[Span]] = [[] for _ in entities]
    tagged = sorted((m.start, m.end, i) for i, e in enumerate(entities) for m in e.mentions)
    for start, end, i in [*tagged, *_other_halves(text, entities, abbreviations)]:
        c0, c1 = clean.snap(start, end)
        if c0 < c1 and not any(taken[c0:c1]):
            taken[c0:c1] = b"\1" * (c1 - c0)
            places[owners.setdefault(text[c0:c1], i)].append((c0, c1))
    for string in sorted(owners, key=lambda s: (-len(s), s)):
        for c0, c1 in occurrences(text, string):
            if clean.snap(c0, c1) == (c0, c1) and not any(taken[c0:c1]):
                taken[c0:c1] = b"\1" * (c1 - c0)
                places[owners[string]].append((c0, c1))
    return [sorted(p) for p in places]


def occurrences(text: str, string: str) -> list[Span]:
    """Where `string` stands in `text` at word boundaries: no letter or digit beside one of its own."""
    before = r"(?<![^\W_])" if string[0].isalnum() else ""
    # "LoRA" is not in "LoRA+ is", but in "LoRA+DoRA".
    after = r"(?![^\W_])(?!\+(?!\w))" if string[-1].isalnum() else ""
    fits = re.compile(before + re.escape(string) + after).match
    found, at = [], text.find(string)
    while at >= 0:
        # Searching for plain text first is a hundred times as quick as for a pattern that looks behind.
        if match := fits(text, at):
            found.append(match.span())
        at = text.find(string, match.end() if match else at + 1)
    return found


def _other_halves(
    text: str, entities: Sequence[Entity], abbreviations: Sequence[Abbreviation]
) -> list[tuple[int, int, int]]:
    """Untagged halves of definitions whose other half is an entity's, as (start, end, entity)."""
    of = {fold(text[m.start : m.end]): i for i, e in enumerate(entities) for m in e.mentions}
    found = []
    for pair in abbreviations:
        long, short = (of.get(fold(text[slice(*half)])) for half in pair)
        if long is not None and short is None:
            found.append((*pair.short, long))
        elif short is not None and long is None:
            found.append((*pair.long, short))
    return found


def _entity(
    clean: Clean, entity: Entity, places: Sequence[Span], acronyms: Sequence[Acronym]
) -> EntityClaim:
    spans = tuple(clean.to_raw(*place) for place in places)
    mentions = tuple(dict.fromkeys(clean.text[slice(*place)] for place in places))
    evidence = clean.to_raw(*clean.snap(entity.evidence.start, entity.evidence.end))
    role = entity.role if entity.type in ROLES[entity.role].types else "mentions"
    return EntityClaim(
        type=entity.type,
        name=name_of(mentions),
        mentions=mentions,
        role=role,
        confidence=_confidence(entity.confidence),
        spans=spans,
        aliases=_aliases(clean.text, places, mentions, acronyms),
        evidence=evidence if evidence in spans else spans[0],
    )


def _aliases(
    text: str, places: Sequence[Span], mentions: Sequence[str], acronyms: Sequence[Acronym]
) -> tuple[str, ...]:
    """Short forms that only markup gives: their long form is a mention, or begins one."""
    if any(" " not in m and is_short_form(m) for m in mentions):
        return ()
    found = []
    for acronym in acronyms:
        start, end = acronym.long
        spelled = any(p[0] == start and 2 * (p[1] - start) > end - start for p in places)
        if spelled and fold(acronym.short) not in fold_words(text):
            found.append(acronym.short)
    return tuple(dict.fromkeys(found))


def _relations(
    claims: Mapping[int, EntityClaim], order: Sequence[int], relations: Iterable[Relation]
) -> tuple[RelationClaim, ...]:
    """The allowed ones, each once with its highest confidence, in the order of their entities."""
    rank = {i: n for n, i in enumerate(order)}
    best: dict[tuple[int, int, str], float] = {}
    for r in relations:
        if r.head == r.tail or r.head not in claims or r.tail not in claims:
            continue
        if not allowed(claims[r.head].type, r.type, claims[r.tail].type):
            continue
        head, tail = rank[r.head], rank[r.tail]
        if RELATION_TYPES[r.type].symmetric:
            head, tail = sorted((head, tail))
        key = (head, tail, r.type)
        best[key] = max(best.get(key, 0.0), r.confidence)
    return tuple(
        _relation(claims[order[head]], kind, claims[order[tail]], best[head, tail, kind])
        for head, tail, kind in sorted(best)
    )


def _relation(head: EntityClaim, kind: str, tail: EntityClaim, confidence: float) -> RelationClaim:
    closest = closest_pair(head.spans, tail.spans)
    # A claim has a span at least.
    assert closest is not None
    head_span, tail_span = closest
    return RelationClaim(head.name, kind, tail.name, _confidence(confidence), head_span, tail_span)


def _confidence(value: float) -> float:
    return round(min(max(float(value), 0.0), 1.0), _DIGITS)
