"""A record of claims, written and read.

Beside the keys that every user of the form may rely on, a written record holds `paper` (what else is known
of the paper) and, where it is not the first span, an entity's `evidence`: with these, claims read back give
the same graph as the papers themselves.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from kg.claims.fields import as_list, entity_claim, paper_of, relation_claim
from kg.claims.spans import by_first_occurrence, find_mentions, raw_spans
from kg.records import EntityClaim, Extraction, Paper, RelationClaim, Span
from kg.schema import ROLES
from kg.text import Clean, clean


def to_record(paper: Paper, extraction: Extraction) -> dict[str, Any]:
    """The record of one paper's claims, ready for `json.dumps`."""
    return {
        "id": paper.input_id or paper.id,
        "title": paper.title,
        "abstract": paper.abstract,
        "text": extraction.text,
        "entities": [_entity_record(e) for e in extraction.entities],
        "relations": [[r.head, r.type, r.tail] for r in extraction.relations],
        "relation_details": [_relation_record(r) for r in extraction.relations],
        "paper": _paper_record(paper),
    }


def from_record(record: Mapping[str, Any], where: str) -> tuple[Paper, Extraction, Counter[str]]:
    """The paper, its claims, and how many claims were rejected, by reason.

    `where` ("file:line") stands in errors. Absent spans are found by searching the mentions, absent
    confidences are 1.0, absent roles `mentions`; entities of one name and type are merged. A relation that
    the schema does not allow, or whose ends are no entities of the record, is rejected, and so is a second
    type of one name. Raises RecordError, which names the field, for a wrong type or value.
    """
    rejected: Counter[str] = Counter()
    paper = paper_of(record, where)
    text, size = clean(paper.abstract), len(paper.abstract)
    entities: dict[str, EntityClaim] = {}
    unplaced: dict[str, list[str]] = {}
    for n, item in enumerate(as_list(record, "entities", where)):
        entity = entity_claim(item, f"{where}: entities[{n}]", size)
        known = entities.get(entity.name)
        if known and known.type != entity.type:
            rejected[f"a second type of one name: {entity.type} beside {known.type}"] += 1
            continue
        entities[entity.name] = _merged(known, entity) if known else entity
        if item.get("spans") is None:
            unplaced.setdefault(entity.name, []).extend(clean(m).text for m in entity.mentions)
    _place(entities, unplaced, text)
    relations = []
    details = as_list(record, "relation_details", where)
    for n, item in enumerate(as_list(record, "relations", where)):
        detail = details[n] if n < len(details) else {}
        claim, why = relation_claim(item, detail, f"{where}: relations[{n}]", entities, size)
        if claim:
            relations.append(claim)
        else:
            rejected[why] += 1
    return paper, Extraction(text.text, tuple(entities.values()), tuple(relations)), rejected


def _place(
    entities: dict[str, EntityClaim], unplaced: Mapping[str, list[str]], text: Clean
) -> None:
    """Give the entities of `unplaced` the spans at which their mentions are found."""
    found = find_mentions(text.text, (m for mentions in unplaced.values() for m in mentions))
    for name, mentions in unplaced.items():
        entity = entities[name]
        spans = raw_spans(text, (s for m in mentions for s in found.get(m, ())))
        absent = [m for m in mentions if m and not found[m] and m != name]
        placed = EntityClaim(
            type=entity.type,
            name=name,
            mentions=by_first_occurrence(spans),
            role=entity.role,
            confidence=entity.confidence,
            spans=tuple(spans),
            # A form that the text does not hold (a spelled-out acronym) still names the entity.
            aliases=tuple(dict.fromkeys([*entity.aliases, *absent])),
            evidence=next(iter(spans), None),
        )
        entities[name] = _merged(entity, placed) if entity.spans else placed


def _merged(a: EntityClaim, b: EntityClaim) -> EntityClaim:
    """One claim of two: the strongest role with its evidence, the highest confidence, all forms and spans."""
    first, second = sorted((a, b), key=lambda e: (ROLES[e.role].rank, -e.confidence))
    return EntityClaim(
        type=a.type,
        name=a.name,
        mentions=tuple(dict.fromkeys(a.mentions + b.mentions)),
        role=first.role,
        confidence=max(a.confidence, b.confidence),
        spans=tuple(sorted({*a.spans, *b.spans})),
        aliases=tuple(dict.fromkeys(a.aliases + b.aliases)),
        evidence=first.evidence or second.evidence,
    )


def _entity_record(entity: EntityClaim) -> dict[str, Any]:
    record: dict[str, Any] = {
        "type": entity.type,
        "name": entity.name,
        "mentions": list(entity.mentions),
        "aliases": list(entity.aliases),
        "role": entity.role,
        "confidence": entity.confidence,
        "spans": [list(s) for s in entity.spans],
    }
    if entity.evidence != next(iter(entity.spans), None):
        record["evidence"] = _span_record(entity.evidence)
    return record


def _relation_record(relation: RelationClaim) -> dict[str, Any]:
    return {
        "confidence": relation.confidence,
        "head_span": _span_record(relation.head_span),
        "tail_span": _span_record(relation.tail_span),
    }


def _paper_record(paper: Paper) -> dict[str, Any]:
    return {
        "id": paper.id,
        "input_id": paper.input_id,
        "year": paper.year,
        "venue": paper.venue,
        "authors": list(paper.authors),
        "url": paper.url,
        "ids": list(paper.ids),
        "extra": dict(paper.extra),
    }


def _span_record(span: Span | None) -> list[int] | None:
    return None if span is None else list(span)
