"""Scores of extracted against annotated claims, abstract by abstract.

An extracted entity fits an annotated one, one to one, when their types agree and any of their names or
mentions are equal after lower-casing, dropping all but letters and digits, and folding a plural s. A role
is right when it agrees on a fitting entity; a relation when both its ends fit and its type agrees, where
COMPARED_WITH has no direction. All figures are micro-averaged over the abstracts, in per cent.
"""

import re
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, TypeAlias

from kg.claims.fields import paper_of
from kg.errors import RecordError
from kg.schema import ENTITY_TYPES, RELATION_TYPES, ROLES, relation_name, role_name, type_name

Record: TypeAlias = Mapping[str, Any]
"""A claim record, see `kg.claims`; `id`, `entities` and `relations` are read."""

Error: TypeAlias = tuple[str, str, str, str]
"""The paper's id, kind (missed, spurious, role, missed relation, spurious relation), type, name."""

# Counts by (what, side): what is "entity", "untyped", "relation", an entity type, a role or a relation type.
_Tally: TypeAlias = Counter[tuple[str, str]]


def evaluate(
    predicted: Iterable[Record], gold: Iterable[Record]
) -> tuple[dict[str, Any], list[Error]]:
    """The figures of records that are matched by their papers' ids, as `evaluate_pairs` gives them.

    Every abstract of `gold` counts, one that `predicted` lacks as empty; others of `predicted` don't.
    Raises RecordError where `predicted` has a paper twice (which one counts would be chance), and where it
    has papers, but none of `gold`.
    """
    by_id: dict[str, Record] = {}
    for record in predicted:
        identity = _identity(record)
        if identity in by_id:
            raise RecordError(
                f"two predicted records are of the paper {identity!r}; leave one of them out"
            )
        by_id[identity] = record
    annotated = [(_identity(record), record) for record in gold]
    if by_id and annotated and not any(identity in by_id for identity, _ in annotated):
        raise RecordError(
            f"none of the {len(annotated)} annotated papers is among the predicted ones, whose ids are like "
            f"{next(iter(by_id))!r}, not {annotated[0][0]!r}; give both the same ids"
        )
    return evaluate_pairs((by_id.get(identity, {}), record) for identity, record in annotated)


def evaluate_pairs(
    pairs_of_records: Iterable[tuple[Record, Record]],
) -> tuple[dict[str, Any], list[Error]]:
    """The figures by name, flat, and the errors, of (predicted, gold) records of the same abstracts.

    A type, role or relation type alone names its F1; `_precision` and `_recall` behind it name the others.
    """
    tally: _Tally = Counter()
    errors: list[Error] = []
    for found, record in pairs_of_records:
        pairs = _fitting(_entities(found), _entities(record))
        errors += _score_entities(found, record, pairs, tally)
        errors += _score_relations(found, record, pairs, tally)
        tally["abstracts", "gold"] += 1
    return _figures(tally), errors


def _identity(record: Record) -> str:
    """The record's own id, else its paper's, which is what `kg extract` writes for a paper without one."""
    given = record.get("id")
    own = "" if given is None else str(given).strip()
    return own or paper_of(record, "a record").id


def _score_entities(
    found: Record, gold: Record, pairs: Sequence[tuple[int, int]], tally: _Tally
) -> list[Error]:
    ours, theirs = _entities(found), _entities(gold)
    tally["untyped", "right"] += len(_fitting(ours, theirs, typed=False))
    for side, entities in (("found", ours), ("gold", theirs)):
        for entity in entities:
            for what in ("entity", entity["type"], entity["role"]):
                tally[what, side] += 1
    identity, errors = _identity(gold), []
    for i, j in pairs:
        role, right = ours[i]["role"], theirs[j]["role"]
        for what in ("entity", ours[i]["type"]):
            tally[what, "right"] += 1
        if role == right:
            tally["role", "right"] += 1
            tally[role, "right"] += 1
        else:
            errors.append((identity, "role", f"{role} for {right}", theirs[j]["name"]))
    known, hit = {i for i, _ in pairs}, {j for _, j in pairs}
    for kind, entities, fitting in (("spurious", ours, known), ("missed", theirs, hit)):
        errors += [
            (identity, kind, e["type"], e["name"])
            for i, e in enumerate(entities)
            if i not in fitting
        ]
    return errors


def _score_relations(
    found: Record, gold: Record, pairs: Sequence[tuple[int, int]], tally: _Tally
) -> list[Error]:
    ours, theirs = _entities(found), _entities(gold)
    # An end that fits no annotated entity becomes None, which no annotated relation has.
    fitting = {ours[i]["name"]: theirs[j]["name"] for i, j in pairs}
    stated = [
        (_relation(fitting.get(h), kind, fitting.get(t)), f"{h} -> {t}", _kind(kind))
        for h, kind, t in found.get("relations") or ()
    ]
    right = {
        _relation(h, kind, t): (f"{h} -> {t}", _kind(kind))
        for h, kind, t in gold.get("relations") or ()
    }
    for _, _, kind in stated:
        tally["relation", "found"] += 1
        tally[kind, "found"] += 1
    for _, kind in right.values():
        tally["relation", "gold"] += 1
        tally[kind, "gold"] += 1
    hits = {key for key, _, _ in stated} & set(right)
    for key in hits:
        tally["relation", "right"] += 1
        tally[right[key][1], "right"] += 1
    identity = _identity(gold)
    return [
        *((identity, "spurious relation", k, n) for key, n, k in stated if key not in hits),
        *((identity, "missed relation", k, n) for key, (n, k) in right.items() if key not in hits),
    ]


def _fitting(
    ours: Sequence[Record], theirs: Sequence[Record], *, typed: bool = True
) -> list[tuple[int, int]]:
    """Index pairs of fitting entities: each extracted one takes the first free annotated one that fits."""
    names = [_names(e) for e in theirs]
    free = dict.fromkeys(range(len(theirs)))
    pairs = []
    for i, entity in enumerate(ours):
        own = _names(entity)
        for j in free:
            if (not typed or entity["type"] == theirs[j]["type"]) and own & names[j]:
                pairs.append((i, j))
                del free[j]
                break
    return pairs


def _entities(record: Record) -> Sequence[Record]:
    """The entities with types and roles as the schema spells them."""
    return [
        {**e, "type": type_name(e["type"]), "role": role_name(e.get("role") or "")}
        for e in record.get("entities") or ()
    ]


def _names(entity: Record) -> set[str]:
    return {form(s) for s in (entity["name"], *(entity.get("mentions") or ()))} - {""}


def form(text: str) -> str:
    """The form in which two names are equal: lower case, only ASCII letters and digits, no plural s."""
    words = re.findall(r"[a-z0-9]+", text.lower())
    return "".join(
        w[:-1] if len(w) > 3 and w.endswith("s") and not w.endswith("ss") else w for w in words
    )


def _kind(text: str) -> str:
    return relation_name(text) or text


def _relation(head: str | None, kind: str, tail: str | None) -> Hashable:
    name = _kind(kind)
    row = RELATION_TYPES.get(name)
    return (frozenset((head, tail)) if row and row.symmetric else (head, tail)), name


def _figures(tally: _Tally) -> dict[str, Any]:
    for side in ("found", "gold"):
        tally["untyped", side] = tally["role", side] = tally["entity", side]

    def precision(what: str) -> float:
        return _percent(tally[what, "right"], tally[what, "found"])

    def recall(what: str) -> float:
        return _percent(tally[what, "right"], tally[what, "gold"])

    def f1(what: str) -> float:
        return _percent(2 * tally[what, "right"], tally[what, "found"] + tally[what, "gold"])

    figures: dict[str, Any] = {
        "abstracts": tally["abstracts", "gold"],
        "precision": precision("entity"),
        "recall": recall("entity"),
        "entity_f1": f1("entity"),
        "untyped_f1": f1("untyped"),
        **{name: f1(name) for name in ENTITY_TYPES},
        "role_f1": f1("role"),
        **{name: f1(name) for name in ROLES},
        "relation_precision": precision("relation"),
        "relation_recall": recall("relation"),
        "relation_f1": f1("relation"),
        **{name: f1(name) for name in RELATION_TYPES},
    }
    for name in (*ENTITY_TYPES, *ROLES, *RELATION_TYPES):
        figures[f"{name}_precision"] = precision(name)
        figures[f"{name}_recall"] = recall(name)
    return figures


def _percent(part: int, whole: int) -> float:
    return round(100 * part / max(1, whole), 1)
