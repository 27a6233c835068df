"""What resolution needs to know of a claim."""

from dataclasses import dataclass

from kg.records import Extraction


@dataclass(frozen=True, slots=True)
class Claim:
    """That a paper names an entity: `forms` are its surface forms, the name first, all distinct."""

    paper: str
    type: str
    name: str
    forms: tuple[str, ...]


def claims_of(paper: str, extraction: Extraction) -> list[Claim]:
    """The claims of one paper, one an entity, in its order."""
    return [
        Claim(paper, e.type, e.name, tuple(dict.fromkeys((e.name, *e.mentions, *e.aliases))))
        for e in extraction.entities
    ]
