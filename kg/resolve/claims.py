"""What resolution needs to know of a claim."""

from dataclasses import dataclass

from kg.records import Extraction


@dataclass(frozen=True, slots=True)
class Claim:
    """That a paper names an entity: `forms` are its surface forms, the name first, all distinct;
    `proposed` says that the paper itself introduces it."""

    paper: str
    type: str
    name: str
    forms: tuple[str, ...]
    proposed: bool = False


def claims_of(paper: str, extraction: Extraction) -> list[Claim]:
    """The claims of one paper, one an entity, in its order."""
    return [
        Claim(
            paper,
            entity.type,
            entity.name,
            tuple(dict.fromkeys((entity.name, *entity.mentions, *entity.aliases))),
            entity.role == "proposes",
        )
        for entity in extraction.entities
    ]
