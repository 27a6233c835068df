"""The parts of a claims record, checked: JSON values to a paper, entity claims and relation claims."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from kg.errors import RecordError
from kg.fields import authors_field, paper_from_json, text_field, wrong, year_field
from kg.ids import own_id
from kg.records import EntityClaim, Paper, RelationClaim, Span
from kg.schema import ENTITY_TYPES, ROLES, allowed, relation_name, role_name, type_name
from kg.text import closest_pair

#: Where the abstract is taken from: the first that is not empty.
ABSTRACT_FIELDS: Final = ("abstract", "raw", "text")
#: Fields of a record that are claims, not attributes of the paper.
CLAIM_FIELDS: Final = frozenset({"raw", "text", "entities", "relations", "relation_details"})


def paper_of(record: Mapping[str, Any], where: str) -> Paper:
    """The paper of a claims record: from its `paper`, where `kg extract` wrote one, else from its fields.

    Raises RecordError; also for a record that says nothing of a paper.
    """
    kept = record.get("paper")
    if not (isinstance(kept, Mapping) and kept.get("id")):
        return paper_from_json(record, where, abstract_from=ABSTRACT_FIELDS, leave_out=CLAIM_FIELDS)
    inside = f"{where}: paper"
    extra, year = kept.get("extra") or {}, kept.get("year")
    if not isinstance(extra, Mapping):
        raise wrong(inside, "extra", "an object", extra)
    return Paper(
        id=own_id(text_field(kept, "id", inside)),
        abstract=text_field(record, "abstract", where),
        title=text_field(record, "title", where),
        year=year if type(year) is int and 0 <= year <= 9999 else year_field(year, inside),
        venue=text_field(kept, "venue", inside),
        authors=authors_field(kept.get("authors"), inside),
        url=text_field(kept, "url", inside),
        ids=_texts(kept, "ids", inside),
        input_id=text_field(kept, "input_id", inside),
        extra=extra,
    )


def entity_claim(item: Any, where: str, size: int) -> EntityClaim:
    """One entity of a record over an abstract of `size` characters; without mentions, its name is one.

    Raises RecordError, which names the field.
    """
    if not isinstance(item, Mapping):
        raise RecordError(f"{where}: expected an object, found {item!r:.40}")
    name = text_field(item, "name", where)
    if not name.strip():
        raise RecordError(f"{where}: name: missing or empty")
    spans = tuple(
        sorted({_span(s, f"{where}: spans", size) for s in as_list(item, "spans", where)})
    )
    evidence = next(iter(spans), None)
    if "evidence" in item:
        evidence = _optional_span(item, "evidence", where, size)
    return EntityClaim(
        type=_choice(type_name(text_field(item, "type", where)), ENTITY_TYPES, where, "type"),
        name=name,
        mentions=_texts(item, "mentions", where) or (() if "mentions" in item else (name,)),
        role=_choice(role_name(text_field(item, "role", where)), ROLES, where, "role"),
        confidence=_confidence(item, where),
        spans=spans,
        aliases=_texts(item, "aliases", where),
        evidence=evidence,
    )


def relation_claim(
    item: Any, detail: Any, where: str, entities: Mapping[str, EntityClaim], size: int
) -> tuple[RelationClaim | None, str]:
    """One relation [head, TYPE, tail] with its detail; else None and why it is rejected.

    Without spans in the detail it stands at the closest pair of mentions. Raises RecordError.
    """
    if not (
        isinstance(item, Sequence) and len(item) == 3 and all(isinstance(i, str) for i in item)
    ):
        raise RecordError(f"{where}: expected [head name, type, tail name], found {item!r:.60}")
    if not isinstance(detail, Mapping):
        raise RecordError(f"{where}: relation_details: expected an object, found {detail!r:.40}")
    head, tail = entities.get(item[0]), entities.get(item[2])
    name = relation_name(item[1])
    if not name:
        return None, f"an unknown relation type: {item[1]:.40}"
    if head is None or tail is None:
        return None, "an end that is no entity of the record"
    if head is tail:
        return None, "a relation of an entity to itself"
    if not allowed(head.type, name, tail.type):
        return None, f"{name} from {head.type} to {tail.type}"
    if "head_span" in detail or "tail_span" in detail:
        head_span = _optional_span(detail, "head_span", where, size)
        tail_span = _optional_span(detail, "tail_span", where, size)
    else:
        head_span, tail_span = closest_pair(head.spans, tail.spans) or (None, None)
    confidence = _confidence(detail, where)
    return RelationClaim(head.name, name, tail.name, confidence, head_span, tail_span), ""


def as_list(record: Mapping[str, Any], field: str, where: str) -> list[Any]:
    """A list, empty where absent or null. Raises RecordError."""
    value = record.get(field)
    if value is None:
        return []
    if not isinstance(value, list):
        raise wrong(where, field, "a list", value)
    return value


def _texts(record: Mapping[str, Any], field: str, where: str) -> tuple[str, ...]:
    values = as_list(record, field, where)
    for value in values:
        if not isinstance(value, str):
            raise wrong(where, field, "a list of texts", value)
    return tuple(dict.fromkeys(values))


def _choice(value: str, allowed_values: Mapping[str, Any], where: str, field: str) -> str:
    if value not in allowed_values:
        known = ", ".join(allowed_values)
        raise RecordError(f"{where}: {field}: {value[:40]!r} is none of {known}")
    return value


def _confidence(record: Mapping[str, Any], where: str) -> float:
    value = record.get("confidence")
    if value is None:
        return 1.0
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise RecordError(
            f"{where}: confidence: expected a number from 0 to 1, found {value!r:.40}"
        )
    return float(value)


def _optional_span(record: Mapping[str, Any], field: str, where: str, size: int) -> Span | None:
    value = record.get(field)
    return None if value is None else _span(value, f"{where}: {field}", size)


def _span(value: Any, where: str, size: int) -> Span:
    whole = isinstance(value, list) and len(value) == 2 and all(type(v) is int for v in value)
    if not whole or not 0 <= value[0] < value[1] <= size:
        raise RecordError(
            f"{where}: expected [start, end) inside the abstract's {size} characters, found {value!r:.40}"
        )
    return value[0], value[1]
