"""Graphs to load: a small one that changes, and generated ones with awkward names."""

import random
from pathlib import Path
from typing import Any

from store_sample import Record, build_claims, claim, claims

from kg.schema import ENTITY_TYPES, RELATION_TYPES, ROLES
from kg.store import open_store

#: Names that break what is put together from strings: Cypher, Lucene queries, paths, CSV, HTML.
AWKWARD = (
    "A`]->() DETACH DELETE n //",
    'it\'s "quoted"',
    "back\\slash\\",
    "TD3/SAC",
    "C++",
    "(x)",
    "tb-",
    "Schrödinger 漢字 𝔸",
    "🙂 emoji",
    "a; b, c\td",
    "$name {id: 1}",
    "~fuzzy* AND OR NOT",
    "</script><b>x",
    "{'json': [1]}",
    "null",
)


def small() -> list[Record]:
    """Three papers that share methods and datasets."""
    return [
        claims(
            "doi:10.1/alpha",
            claim("Method", "AlphaNet", role="proposes"),
            claim("Task", "parsing", role="addresses"),
            claim("Method", "word vectors"),
            claim("Dataset", "TreeSet", role="evaluates_on"),
            relations=[
                ["AlphaNet", "USED_FOR", "parsing"],
                ["word vectors", "PART_OF", "AlphaNet"],
            ],
            title="AlphaNet for parsing",
            year=2023,
            venue="ICLR",
            authors=["Ada Lee", "Wu, Bo"],
            note={"kept": [1, None]},
        ),
        claims(
            "doi:10.1/beta",
            claim("Method", "BetaNet", role="proposes"),
            claim("Method", "AlphaNet", "Alpha-Net", role="compares_with"),
            claim("Method", "word vectors"),
            claim("Dataset", "TreeSet", role="evaluates_on"),
            relations=[["BetaNet", "COMPARED_WITH", "AlphaNet"]],
            title="BetaNet beats AlphaNet",
            year=2024,
        ),
        claims(
            "gamma",
            claim("Task", "parsing", role="addresses"),
            claim("Method", "GammaNet", role="uses"),
            title="A survey of parsing",
        ),
    ]


def awkward(papers: int = 60, *, seed: int = 5) -> list[Record]:
    """Papers at random, with names that are awkward to write anywhere; the same for the same seed."""
    draw = random.Random(seed)
    kinds = list(ENTITY_TYPES)
    names = {
        kind: [f"{name} {kind[0]}" for name in AWKWARD]
        + [f"{kind} number {i}" for i in range(30)]
        + [f"{kind}{'x' * 10_000}", f"{'🙂' * 10_000}{kind}"][: 2 if kind == "Method" else 1]
        for kind in kinds
    }
    return [_paper(draw, number, names) for number in range(papers)]


def _paper(draw: random.Random, number: int, names: dict[str, list[str]]) -> Record:
    chosen = {
        name: kind
        for kind, known in names.items()
        # Few names are common, many are rare.
        for name in {known[int(len(known) * draw.random() ** 2)] for _ in range(draw.randint(1, 5))}
    }
    entities = []
    for name, kind in chosen.items():
        fitting = [role.name for role in ROLES.values() if kind in role.types]
        entities.append(
            claim(kind, name, role=draw.choice(fitting), confidence=round(draw.random(), 3))
        )
    relations = [
        [head, relation.name, tail]
        for relation in RELATION_TYPES.values()
        for head, head_kind in chosen.items()
        for tail, tail_kind in chosen.items()
        if head != tail and (head_kind, tail_kind) in relation.pairs and draw.random() < 0.15
    ]
    known: dict[str, Any] = {"title": f"Paper {number}: {draw.choice(AWKWARD)}"}
    if draw.random() < 0.8:
        known["year"] = draw.randint(2018, 2026)
    if draw.random() < 0.5:
        known["venue"] = draw.choice(["ICLR 2026", "ACL", "Zürich Workshop"])
    return claims(f"paper/{number:04}", *entities, relations=relations, **known)


def built(folder: Path, records: list[Record]) -> Path:
    """The graph file of some records."""
    build_claims(folder / "papers.kg", *records)
    return folder / "papers.kg"


def load_into(database: Any, graph: Path, **options: Any) -> dict[str, tuple[int, int, int, int]]:
    """Loads a graph file; (created, updated, removed, unchanged) by label or type."""
    from kg.neo4j.load import load

    with open_store(graph) as store:
        reports = load(store, database, **options)
    return {r.kind: (r.created, r.updated, r.removed, r.unchanged) for r in reports}


def changes(counts: dict[str, tuple[int, int, int, int]]) -> int:
    """How much was, or would be, created, updated and removed in all."""
    return sum(sum(each[:3]) for each in counts.values())
