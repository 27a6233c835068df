"""One abstract to its claims: model, grouping and assembly as a pure function."""

from collections.abc import Sequence
from typing import Protocol

from extractors.abbreviations import abbreviations
from extractors.acronyms import marked_acronyms
from extractors.assemble import Entity, Relation, assemble
from extractors.grouping import Mention, group
from kg.records import Extraction
from kg.text import Clean

#: Raise it whenever the rules around the model may give other claims; a part of the extractor's version.
RULES = 3


class Scored(Protocol):
    """What a model says of groups of mentions; the next three lists run parallel to `groups`."""

    @property
    def groups(self) -> Sequence[Sequence[int]]:
        """The groups, joined where the model holds them for one entity; indexes into the mentions."""

    @property
    def keep(self) -> Sequence[float]:
        """Probabilities that the groups are entities."""

    @property
    def types(self) -> Sequence[str]:
        """Entity types."""

    @property
    def roles(self) -> Sequence[tuple[str, float, int]]:
        """Role, its probability, and the index of the mention that shows it."""

    @property
    def relations(self) -> Sequence[tuple[int, str, int, float]]:
        """Head group, relation type, tail group, probability."""


class Encoded(Protocol):
    """One abstract behind the encoder."""

    @property
    def mentions(self) -> Sequence[Mention]:
        """Tagged mentions in clean-text offsets, sorted, none overlapping another."""

    def score(self, groups: Sequence[Sequence[int]], /) -> Scored:
        """Scores of groups of indexes into `mentions`."""


class Settings(Protocol):
    """What the model's training chose."""

    @property
    def keep(self) -> float:
        """The least probability of a group that is an entity."""


class Model(Protocol):
    """The part of `extractors.model.Model` that is used here."""

    version: str

    @property
    def settings(self) -> Settings:
        """Its thresholds."""

    def encode(self, texts: Sequence[str], /) -> Sequence[Encoded]:
        """The encoded texts; none may be blank."""


def read(model: Model, cleaned: Clean) -> Extraction:
    """The claims of one cleaned abstract; a blank one has none, and the model is not asked.

    An entity's confidence is the probability of being one times that of its role.
    """
    text = cleaned.text
    if not text.strip():
        return Extraction(text)
    (encoded,) = model.encode([text])
    mentions = encoded.mentions
    pairs, acronyms = abbreviations(text), marked_acronyms(cleaned)
    groups = group(text, mentions, pairs, acronyms)
    if not groups:
        return Extraction(text)
    scored = encoded.score(groups)
    kept = [i for i, p in enumerate(scored.keep) if p >= model.settings.keep]
    entities = []
    for i in kept:
        role, confidence, evidence = scored.roles[i]
        entities.append(
            Entity(
                mentions=[mentions[k] for k in scored.groups[i]],
                type=scored.types[i],
                role=role,
                confidence=scored.keep[i] * confidence,
                evidence=mentions[evidence],
            )
        )
    place = {i: n for n, i in enumerate(kept)}
    relations = [
        Relation(place[head], kind, place[tail], p)
        for head, kind, tail, p in scored.relations
        if head in place and tail in place
    ]
    return assemble(cleaned, entities, relations, abbreviations=pairs, acronyms=acronyms)
