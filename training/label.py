"""Annotate abstracts by models, for a smaller one to learn from.

`python -m training.label --gold DIR --model DIR --abstracts FILE --out FILE`: `--model` is a folder that training.export
and training.calibrate made, whose encoder PyTorch runs where `--checkpoint` gives it. With `--also`, another such folder,
the tags are the mean of both models; entities and relations are always those of the first.

Writes records like those of annotated abstracts, where each entity has a probability `keep` and each relation one as
a fourth item, and with `tags`: the probability of each tag for each word of the clean text. Texts of the annotated
abstracts and of the seeds are left out; the training abstracts follow as they were annotated, with `tags`.
"""

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from extractors.abbreviations import abbreviations
from extractors.acronyms import marked_acronyms
from extractors.grouping import group
from extractors.model import Encoded, Model
from kg.text import clean
from training.data import held_out, load, read, without
from training.torch_encoder import torch_encoder

#: Entities and relations less likely than this are left out.
LEAST = 0.02


def record(models: Sequence[Model], id: str, raw: str) -> dict[str, Any] | None:
    """What the models say of an abstract; None if it holds no words."""
    cleaned = clean(raw)
    if not cleaned.text.strip():
        return None
    first, *others = (m.encode([cleaned.text])[0] for m in models)
    groups = group(
        cleaned.text, first.mentions, abbreviations(cleaned.text), marked_acronyms(cleaned)
    )
    scored = first.score(groups)
    groups = scored.groups
    names = [
        list(dict.fromkeys(cleaned.text[m.start : m.end] for m in (first.mentions[i] for i in g)))
        for g in groups
    ]
    # Two entities of one string would be one name; the first in the text keeps it.
    known: dict[str, int] = {}
    for g, (name, *_) in enumerate(names):
        known.setdefault(name, g)
    entities = [
        {
            "name": name,
            "type": scored.types[g],
            "role": scored.roles[g][0],
            "mentions": names[g],
            "keep": round(scored.keep[g], 3),
        }
        for name, g in known.items()
        if scored.keep[g] >= LEAST
    ]
    relations = [
        [names[i][0], kind, names[j][0], round(p / (scored.keep[i] * scored.keep[j]), 3)]
        for i, kind, j, p in scored.relations
        if known[names[i][0]] == i and known[names[j][0]] == j
    ]
    return {
        "id": id,
        "raw": raw,
        "entities": entities,
        "relations": relations,
        "tags": mean_tags([first, *others]),
    }


def mean_tags(encoded: Sequence[Encoded]) -> list[list[float]]:
    """(words, TAGS): the mean probabilities of one abstract's encodings."""
    tags: list[list[float]] = np.mean([e.tags for e in encoded], axis=0).round(3).tolist()
    return tags


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--gold", type=Path, required=True)
    p.add_argument("--seeds", type=Path, default=Path("seeds"))
    p.add_argument("--model", type=Path, required=True)
    p.add_argument("--checkpoint", type=Path)
    p.add_argument("--also", type=Path)
    p.add_argument("--abstracts", type=Path, action="append", required=True, help="JSON Lines")
    p.add_argument("--out", type=Path, required=True)
    a = p.parse_args()
    models = [Model(a.model, threads=2, encoder=a.checkpoint and torch_encoder(a.checkpoint))]
    if a.also:
        models.append(Model(a.also, threads=2))
    models[0].settings = models[0].settings._replace(keep=LEAST, relation=LEAST)
    barred = held_out(a.gold, a.seeds) + [r["raw"] for r in read(a.gold / "train.jsonl")]
    papers = {r["abstract"]: r for path in a.abstracts for r in read(path) if r.get("abstract")}
    chosen = without(papers.values(), barred)
    print(f"{len(chosen)} abstracts", flush=True)
    with a.out.open("w", encoding="utf-8") as f:
        for paper in chosen:
            made = record(models, str(paper["id"]), paper["abstract"])
            if made is not None:
                f.write(json.dumps(made) + "\n")
        for d in load(a.gold, seeds=a.seeds)[0]:
            tags = mean_tags([m.encode([d.text])[0] for m in models])
            f.write(json.dumps({**d.gold, "tags": tags, "annotated": True}) + "\n")


if __name__ == "__main__":
    main()
