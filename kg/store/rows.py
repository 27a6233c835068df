"""Records to the text kept in the tables, and back; equal records give equal text."""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, fields
from typing import Any, Final

from kg.records import EntityClaim, Extraction, Paper, RelationClaim, Span

#: `source` is where a record came from, not a part of it: two files may hold the same record.
_PAPER_FIELDS: Final = tuple(f.name for f in fields(Paper) if f.name != "source")


@dataclass(frozen=True, slots=True)
class StoredRecord:
    """A record of an input, less its texts: `row` in the store, the paper's id and all its ids, keys of
    title and authors for telling equal papers, the `abstract` hash, and the key of its claims, if it has any."""

    row: int
    paper: str
    ids: tuple[str, ...]
    title: str
    families: tuple[str, ...]
    abstract: str
    claims: str | None


def to_json(value: Any) -> str:
    """Compact JSON with sorted keys; characters beyond ASCII stand as escapes."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), default=str)


def digest(text: str) -> str:
    """32 hex digits of SHA-256; enough that two different texts never share them."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


#: The digest by which a record without an abstract is known.
NO_ABSTRACT: Final = digest("")


def paper_to_json(paper: Paper) -> str:
    """The text of a paper without its source."""
    return to_json({name: getattr(paper, name) for name in _PAPER_FIELDS})


def paper_from_json(text: str) -> Paper:
    """The paper that `paper_to_json` wrote."""
    data = json.loads(text)
    data["authors"], data["ids"] = tuple(data["authors"]), tuple(data["ids"])
    return Paper(**data)


def extraction_to_json(extraction: Extraction) -> str:
    """The text of an extraction's claims; the clean text is left out, it follows from the abstract."""
    return to_json(
        [[_row(e) for e in extraction.entities], [_row(r) for r in extraction.relations]]
    )


def extraction_from_json(text: str) -> Extraction:
    """The claims that `extraction_to_json` wrote, with an empty `text`."""
    entities, relations = json.loads(text)
    return Extraction("", tuple(map(_entity, entities)), tuple(map(_relation, relations)))


def _row(claim: EntityClaim | RelationClaim) -> list[Any]:
    return [getattr(claim, field.name) for field in fields(claim)]


def _entity(row: list[Any]) -> EntityClaim:
    type_, name, mentions, role, confidence, spans, aliases, evidence = row
    return EntityClaim(
        type_,
        name,
        tuple(mentions),
        role,
        confidence,
        tuple((start, end) for start, end in spans),
        tuple(aliases),
        span(evidence),
    )


def _relation(row: list[Any]) -> RelationClaim:
    head, type_, tail, confidence, head_span, tail_span = row
    return RelationClaim(head, type_, tail, confidence, span(head_span), span(tail_span))


def span(pair: Iterable[int | None] | None) -> Span | None:
    """(start, end) of two integers; None where either is missing."""
    if pair is None:
        return None
    start, end = pair
    return None if start is None or end is None else (start, end)
