"""Small papers, claims and an extractor that needs no model, for tests of stores and builds."""

import json
import re
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from kg.build import BuildReport, build
from kg.records import EntityClaim, Extraction, RelationClaim
from kg.store import open_store
from kg.text import clean

_NAME = re.compile(r"\b\w*[A-Z]\w*[A-Z]\w*\b")

Record = dict[str, Any]


class NameExtractor:
    """Every word with two capitals is a Method that the paper uses; each is used for the next."""

    def __init__(self, version: str = "names-1", *, pause: float = 0.0) -> None:
        self.version = version
        self.pause = pause
        self.seen: list[str] = []

    def extract(self, abstracts: Iterable[str], *, workers: int = 1) -> Iterator[Extraction]:
        for abstract in abstracts:
            self.seen.append(abstract)
            time.sleep(self.pause)
            yield self._one(abstract)

    def _one(self, abstract: str) -> Extraction:
        spans: dict[str, list[tuple[int, int]]] = {}
        for match in _NAME.finditer(abstract):
            spans.setdefault(match[0], []).append(match.span())
        entities = tuple(
            EntityClaim("Method", name, (name,), "uses", 0.9, tuple(found))
            for name, found in spans.items()
        )
        names = list(spans)
        relations = tuple(
            RelationClaim(a, "USED_FOR", b, 0.8, spans[a][0], spans[b][0])
            for a, b in pairwise(names)
        )
        return Extraction(clean(abstract).text, entities, relations)


def claim(type: str, name: str, *mentions: str, role: str = "uses", **more: Any) -> Record:
    """An entity of a claims record."""
    return {"type": type, "name": name, "mentions": [name, *mentions], "role": role, **more}


def claims(
    id: str, *entities: Record, relations: Sequence[Sequence[str]] = (), **more: Any
) -> Record:
    """A claims record whose abstract names its entities one sentence each."""
    sentences = (f"This is about {', or '.join(e['mentions'])} here." for e in entities)
    abstract = more.pop("abstract", None) or " ".join(sentences)
    return {
        "id": id,
        "abstract": abstract,
        "entities": list(entities),
        "relations": relations,
        **more,
    }


def write(path: Path, *records: Record) -> Path:
    """The records as JSON Lines."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(r) + "\n" for r in records), encoding="utf-8")
    return path


def build_claims(
    graph: Path, *records: Record, name: str = "claims.jsonl", **options: Any
) -> BuildReport:
    """Builds claims, written beside the graph."""
    file = write(graph.parent / name, *records)
    return build([file], graph=graph, extractor=None, claims=True, **options)


def build_papers(graph: Path, *files: Path, **options: Any) -> BuildReport:
    """Builds papers with the extractor of names."""
    return build(files, graph=graph, **{"extractor": NameExtractor(), **options})


def contents(graph: Path) -> str:
    """All that a graph tells of papers, entities and edges, to compare byte by byte."""
    with open_store(graph) as store:
        info = store.info()
        kept = {
            k: v for k, v in info.items() if k not in ("sources", "skipped", "without_abstract")
        }
        merges = [store.why(entity.id) for entity in store.entities()]
        parts = [*store.papers(), *store.entities(), *store.edges(), *merges, kept]
    return "\n".join(map(repr, parts))


#: Papers with an id each; every two share a method.
PAPERS: tuple[Record, ...] = (
    {
        "id": "p1",
        "title": "One",
        "abstract": "We train BERT with AdamW. It beats LSTM.",
        "year": 2020,
    },
    {"id": "p2", "title": "Two", "abstract": "BERT and GPT are compared.", "venue": "ACL"},
    {"id": "p3", "title": "Three", "abstract": "GPT is tuned by LoRA.", "authors": ["Ada Byron"]},
    {"id": "p4", "title": "Four", "abstract": "There is nothing to find in here."},
    {"id": "p5", "title": "Five", "abstract": "LoRA saves what AdamW wastes.", "note": "kept"},
)
