"""Annotated abstracts as training documents: clean text, words, tagged spans, entities, relations."""

import json
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from extractors.abbreviations import abbreviations
from extractors.acronyms import marked_acronyms
from extractors.decode import TAG_TYPES
from extractors.features import Group
from extractors.grouping import Mention, group
from extractors.words import for_encoder, words
from kg import schema
from kg.evaluate import form
from kg.text import Clean, clean, sentences

#: Labels of the heads, in the order of their outputs.
RELATIONS = tuple(schema.RELATION_TYPES)
ROLES = tuple(schema.ROLES)


@dataclass(slots=True)
class Document:
    """One annotated abstract. Word spans index `words`; `relations` index `entities`.

    Annotators are sure; models (training.label) give each entity and relation a probability. `tags`, (words, TAGS)
    probabilities, are those of models too. `parts` is the same abstract with its entities as far apart as the extractor's
    rules leave them, None where these join all; there, `same` holds the ordered pairs that are one entity.
    """

    id: str
    text: str
    words: list[tuple[int, int]]
    sentence_of: list[int]
    spans: list[tuple[int, int, int]]
    entities: list[Group]
    roles: list[int]
    relations: list[tuple[int, int, int]]
    gold: dict[str, Any]
    keep: list[float]
    share: dict[tuple[int, int], float]
    annotated: bool
    tags: NDArray[np.float32] | None
    same: frozenset[tuple[int, int]] = frozenset()
    parts: "Document | None" = None


def read(path: Path) -> list[dict[str, Any]]:
    """The records of a JSON Lines file."""
    with path.open(encoding="utf-8") as f:
        return [json.loads(line) for line in f if line.strip()]


def normalised(text: str) -> str:
    """Letters and digits of the clean text, lower case: what counts as the same text."""
    return re.sub(r"\W+", "", clean(text).text.lower())


def without(records: Iterable[dict[str, Any]], held_out: Iterable[str]) -> list[dict[str, Any]]:
    """The records whose text equals none of `held_out` (abstracts as given), normalised."""
    barred = {normalised(t) for t in held_out}
    return [
        r
        for r in records
        if normalised(r.get("raw") or r.get("abstract") or r["text"]) not in barred
    ]


def occurrences(text: str, mention: str) -> Iterable[tuple[int, int]]:
    """[start, end) of `mention` in `text` where no letter or digit touches it."""
    start = text.find(mention)
    while start >= 0:
        end = start + len(mention)
        left = start == 0 or not (text[start - 1].isalnum() and mention[0].isalnum())
        right = end == len(text) or not (text[end].isalnum() and mention[-1].isalnum())
        if left and right:
            yield start, end
        start = text.find(mention, start + 1)


def document(record: dict[str, Any]) -> Document:
    """The record with its mentions carried over to clean(raw); the longest mention wins an overlap."""
    cleaned = clean(record.get("raw") or record["text"])
    text = cleaned.text
    spans = words(text)
    first = {a: i for i, (a, _) in enumerate(spans)}
    last = {b: i for i, (_, b) in enumerate(spans)}
    sentence_of = [0] * len(spans)
    bounds = sentences(text)
    number = 0
    for i, (a, _) in enumerate(spans):
        while number + 1 < len(bounds) and a >= bounds[number][1]:
            number += 1
        sentence_of[i] = number
    found = []
    for e, entity in enumerate(record["entities"]):
        for mention in {clean(m).text for m in entity["mentions"]} - {""}:
            for a, b in occurrences(text, mention):
                if a in first and b in last:
                    found.append((first[a], last[b] + 1, e))
    found.sort(key=lambda s: (s[0] - s[1], s[0]))
    taken = [False] * len(spans)
    kept: list[tuple[int, int, int]] = []
    for a, b, e in found:
        if not any(taken[a:b]):
            taken[a:b] = [True] * (b - a)
            kept.append((a, b, e))
    kept.sort()
    mentions: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for a, b, e in kept:
        mentions[e].append((a, b))
    number_of = {e: i for i, e in enumerate(mentions)}
    entities, roles, keep = [], [], []
    for e, places in mentions.items():
        entity = record["entities"][e]
        forms = {form(text[spans[a][0] : spans[b - 1][1]]) for a, b in places}
        entities.append(Group(tuple(places), TAG_TYPES.index(entity["type"]), len(forms)))
        roles.append(ROLES.index(entity["role"]))
        keep.append(entity.get("keep", 1.0))
    names = {x["name"]: i for i, x in enumerate(record["entities"])}
    relations = set()
    share: dict[tuple[int, int], float] = {}
    for head, kind, tail, *probability in record["relations"]:
        i, j = number_of.get(names.get(head, -1)), number_of.get(names.get(tail, -1))
        name = schema.relation_name(kind)
        if i is None or j is None or i == j or not name:
            continue
        for pair in ((i, j), (j, i)) if name == "COMPARED_WITH" else ((i, j),):
            relations.add((pair[0], RELATIONS.index(name), pair[1]))
            share[pair] = probability[0] if probability else 1.0
    whole = Document(
        record["id"],
        text,
        spans,
        sentence_of,
        [(a, b, TAG_TYPES.index(record["entities"][e]["type"])) for a, b, e in kept],
        entities,
        roles,
        sorted(relations),
        record,
        keep,
        share,
        record.get("annotated", "tags" not in record),
        np.array(record["tags"], np.float32) if "tags" in record else None,
    )
    # Models say nothing of what the rules left apart.
    return replace(whole, parts=_parts(whole, cleaned)) if whole.annotated else whole


def _parts(d: Document, cleaned: Clean) -> Document | None:
    """The document with the entities that the extractor's rules would make of the annotated mentions."""
    places = sorted((m, e) for e, g in enumerate(d.entities) for m in g.mentions)
    spans = [
        Mention(d.words[a][0], d.words[b - 1][1], TAG_TYPES[d.entities[e].type])
        for (a, b), e in places
    ]
    grouped = group(d.text, spans, abbreviations(d.text), marked_acronyms(cleaned))
    # Where the rules join two entities, the annotators know better.
    split = [(e, [i for i in g if places[i][1] == e]) for g in grouped for e in _owners(g, places)]
    if len(split) == len(d.entities):
        return None
    of: dict[int, list[int]] = defaultdict(list)
    entities = []
    for part, (e, members) in enumerate(split):
        of[e].append(part)
        forms = {form(d.text[spans[i].start : spans[i].end]) for i in members}
        mentions = tuple(places[i][0] for i in members)
        entities.append(Group(mentions, d.entities[e].type, len(forms)))
    relations = sorted((i, r, j) for h, r, t in d.relations for i in of[h] for j in of[t])
    return replace(
        d,
        entities=entities,
        roles=[d.roles[e] for e, _ in split],
        keep=[d.keep[e] for e, _ in split],
        relations=relations,
        share={(i, j): 1.0 for i, _, j in relations},
        same=frozenset((i, j) for parts in of.values() for i in parts for j in parts if i != j),
    )


def _owners(members: Sequence[int], places: Sequence[tuple[tuple[int, int], int]]) -> Iterable[int]:
    return dict.fromkeys(places[i][1] for i in members)


def usual(documents: Iterable[Document]) -> dict[str, int]:
    """Surface strings tagged in the documents, with their usual type: a source of hard negatives."""
    counts: dict[str, Counter[int]] = defaultdict(Counter)
    for d in documents:
        for a, b, t in d.spans:
            counts[d.text[d.words[a][0] : d.words[b - 1][1]].lower()][t] += 1
    return {s: c.most_common(1)[0][0] for s, c in counts.items() if len(s) > 2}


def untagged(
    document: Document, known: dict[str, int], longest: int = 5
) -> list[tuple[int, int, int]]:
    """Word spans whose string is tagged elsewhere but not here, as (start, end, usual type)."""
    taken = [False] * len(document.words)
    for a, b, _ in document.spans:
        taken[a:b] = [True] * (b - a)
    lower = document.text.lower()
    found = []
    for a in range(len(document.words)):
        for b in range(min(a + longest, len(document.words)), a, -1):
            if taken[b - 1]:
                continue
            kind = known.get(lower[document.words[a][0] : document.words[b - 1][1]])
            if kind is not None and not any(taken[a:b]):
                found.append((a, b, kind))
                break
    return found


def held_out(gold: Path, seeds: Path | None) -> list[str]:
    """The abstracts, as given, of dev and the seeds: nothing may be trained on them."""
    texts = [
        r.get("raw") or r["text"] for f in ("dev", "seeds-000") for r in read(gold / f"{f}.jsonl")
    ]
    if seeds is not None:
        for path in sorted(seeds.glob("*.txt")):
            texts += path.read_text(encoding="utf-8").split("\n\n")
    return texts


def load(
    gold: Path, *, seeds: Path | None = None, calibration: int = 240
) -> tuple[list[Document], list[Document], list[Document]]:
    """Training, calibration and dev documents; texts that equal one of dev or the seeds are dropped.

    The last `calibration` annotated abstracts are for calibration: earlier checkpoints that a run may start
    from have not seen them either.
    """
    train = without(read(gold / "train.jsonl"), held_out(gold, seeds))
    return (
        [document(r) for r in train[:-calibration]],
        [document(r) for r in train[-calibration:]],
        [document(r) for r in read(gold / "dev.jsonl")],
    )


def tokenised(tokenizer: Any, text: str) -> tuple[list[int], list[tuple[int, int]]]:
    """Word piece ids and offsets of a clean text, special pieces included."""
    encoding = tokenizer.encode(for_encoder(text))
    return encoding.ids, encoding.offsets
