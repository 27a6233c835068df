"""Fit what stands behind the network, on abstracts it was not trained on: `python -m training.calibrate --gold DIR`.

Writes `lexicon.tsv` (from the training abstracts) and, into `model.json`, the weights of the second stage, the bias
against no tag and the thresholds that give the best F1 on the calibration abstracts.
"""

import argparse
import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from extractors import second_stage
from extractors.abbreviations import abbreviations
from extractors.acronyms import marked_acronyms
from extractors.decode import TAG_TYPES
from extractors.features import Floats
from extractors.grouping import fold, group
from extractors.model import Encoded, Model
from kg.schema import relation_name
from kg.text import clean
from training.data import Document, form, load

#: Longest string, in words, that the lexicon counts.
LONGEST = 7
BIASES = (0.5, 1.0, 1.5, 2.0)


def lexicon(documents: Sequence[Document]) -> dict[str, list[int]]:
    """Per normal form of a mention: abstracts in which it stands free, and those that tag it as each type.

    A form inside a longer mention does not count as standing free.
    """
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    tagged: list[set[tuple[str, int]]] = []
    for d in documents:
        here = {(fold(d.text[d.words[a][0] : d.words[b - 1][1]]), t) for a, b, t in d.spans}
        tagged.append(here)
        for key, t in here:
            counts[key][1 + t] += 1
    for d, here in zip(documents, tagged, strict=True):
        seen = {key for key, _ in here}
        inside = [-1] * len(d.words)
        for i, (a, b, _) in enumerate(d.spans):
            inside[a:b] = [i] * (b - a)
        for a in range(len(d.words)):
            for b in range(a + 1, min(a + LONGEST, len(d.words)) + 1):
                if inside[a] >= 0 or inside[b - 1] >= 0:
                    break
                key = fold(d.text[d.words[a][0] : d.words[b - 1][1]])
                if key in counts:
                    seen.add(key)
        for key in seen:
            counts[key][0] += 1
    return dict(sorted(counts.items()))


class Candidates(NamedTuple):
    """One abstract's candidate groups, their features and whether each is a gold entity."""

    encoded: Encoded
    groups: list[list[int]]
    rows: Floats
    right: list[bool]
    gold: dict[str, Any]


def candidates(model: Model, d: Document) -> Candidates:
    """The groups that the model proposes for a document, matched one to one with the gold entities."""
    encoded = model.encode([d.text])[0]
    cleaned = clean(d.gold.get("raw") or d.gold["text"])
    groups = group(d.text, encoded.mentions, abbreviations(d.text), marked_acronyms(cleaned))
    if not groups:
        return Candidates(
            encoded, [], np.zeros((0, len(second_stage.NAMES)), np.float32), [], d.gold
        )
    rows = encoded.features(groups)
    free = list(d.gold["entities"])
    right = []
    for indexes, row in zip(groups, rows, strict=True):
        kind = TAG_TYPES[1 if row[9] else 2 if row[10] else 0]
        names = {form(d.text[encoded.mentions[i].start : encoded.mentions[i].end]) for i in indexes}
        hit = next(
            (
                e
                for e in free
                if e["type"] == kind and names & {form(n) for n in (e["name"], *e["mentions"])}
            ),
            None,
        )
        if hit is not None:
            free.remove(hit)
        right.append(hit is not None)
    return Candidates(encoded, groups, rows, right, d.gold)


def regression(rows: Floats, right: Floats, ridge: float = 3.0) -> tuple[Floats, float]:
    """Weights and bias of a logistic regression (Newton's method, L2 penalty on standardised columns)."""
    mean, scale = rows.mean(0), rows.std(0) + 1e-6
    x = np.hstack([(rows - mean) / scale, np.ones((len(rows), 1))]).astype(np.float64)
    penalty = np.diag([ridge] * rows.shape[1] + [0.0])
    w = np.zeros(x.shape[1])
    for _ in range(30):
        p = 1 / (1 + np.exp(-(x @ w)))
        gradient = x.T @ (p - right) + penalty @ w
        hessian = (x * (p * (1 - p))[:, None]).T @ x + penalty
        w -= np.linalg.solve(hessian, gradient)
    weights = w[:-1] / scale
    return weights.astype(np.float32), float(w[-1] - (weights * mean).sum())


def best_threshold(scores: Floats, right: Floats, total: int) -> tuple[float, float]:
    """The threshold with the best F1 where `total` is the number of gold items, and that F1."""
    order = np.argsort(-scores)
    hits = np.cumsum(right[order])
    f1 = 2 * hits / (np.arange(1, len(scores) + 1) + total)
    at = int(f1.argmax())
    return float(scores[order[at]]), float(f1[at])


def relation_scores(model: Model, found: Sequence[Candidates]) -> tuple[Floats, Floats, int]:
    """Scores of all proposed relations between kept entities, whether each is gold, gold relations."""
    scores, right, total = [], [], 0
    for c in found:
        names = {}
        scored = c.encoded.score(c.groups)
        text = c.encoded.text
        for g, indexes in enumerate(c.groups):
            mine = {
                form(text[c.encoded.mentions[i].start : c.encoded.mentions[i].end]) for i in indexes
            }
            for e in c.gold["entities"]:
                if e["type"] == scored.types[g] and mine & {
                    form(n) for n in (e["name"], *e["mentions"])
                }:
                    names[g] = e["name"]
                    break
        gold = set()
        for head, kind, tail in c.gold["relations"]:
            kind = relation_name(kind)
            gold.add(
                (frozenset((head, tail)), kind) if kind == "COMPARED_WITH" else (head, kind, tail)
            )
        total += len(gold)
        best: dict[Any, float] = {}
        for i, kind, j, p in scored.relations:
            pair = (min(i, j), kind, max(i, j)) if kind == "COMPARED_WITH" else (i, kind, j)
            best[pair] = max(best.get(pair, 0.0), p)
        for (i, kind, j), p in best.items():
            a, b = names.get(i), names.get(j)
            key = (frozenset((a, b)), kind) if kind == "COMPARED_WITH" else (a, kind, b)
            scores.append(p)
            right.append(float(key in gold))
    return np.array(scores), np.array(right), total


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--gold", type=Path, required=True)
    p.add_argument("--seeds", type=Path, default=Path("seeds"))
    p.add_argument("--model", type=Path, default=Path("extractors/model"))
    a = p.parse_args()
    train, held_out, _ = load(a.gold, seeds=a.seeds)
    rows = lexicon(train)
    (a.model / "lexicon.tsv").write_text(
        "".join("\t".join([key, *map(str, c)]) + "\n" for key, c in rows.items()), encoding="utf-8"
    )
    path = a.model / "model.json"
    settings = json.loads(path.read_text(encoding="utf-8"))
    best = None
    for bias in BIASES:
        settings |= {
            "recall_bias": bias,
            "second_stage": {"weights": dict.fromkeys(second_stage.NAMES, 0.0), "bias": 0.0},
            "thresholds": {"keep": 0.0, "relation": 0.0},
        }
        path.write_text(json.dumps(settings, indent=1) + "\n", encoding="utf-8")
        model = Model(a.model, threads=2)
        found = [candidates(model, d) for d in held_out]
        x = np.concatenate([c.rows for c in found])
        y = np.array([float(r) for c in found for r in c.right])
        weights, intercept = regression(x, y)
        total = sum(len(d.gold["entities"]) for d in held_out)
        threshold, f1 = best_threshold(second_stage.probability(x, weights, intercept), y, total)
        print(
            f"bias {bias}: recall {y.sum() / total:.3f} of candidates, F1 {f1:.4f} at {threshold:.3f}",
            flush=True,
        )
        if best is None or f1 > best[0]:
            best = (f1, bias, weights, intercept, threshold)
    assert best is not None
    _, bias, weights, intercept, threshold = best
    settings["recall_bias"] = bias
    settings["second_stage"] = {
        "weights": dict(
            zip(second_stage.NAMES, (round(float(w), 5) for w in weights), strict=True)
        ),
        "bias": round(intercept, 5),
    }
    settings["thresholds"] = {"keep": round(threshold, 3), "relation": 0.05}
    path.write_text(json.dumps(settings, indent=1) + "\n", encoding="utf-8")
    model = Model(a.model, threads=2)
    scores, right, total = relation_scores(model, [candidates(model, d) for d in held_out])
    threshold, f1 = best_threshold(scores, right, total)
    settings["thresholds"]["relation"] = round(threshold, 3)
    print(f"relations: F1 {f1:.4f} at {threshold:.3f}")
    digest = hashlib.sha256()
    for name in ("encoder.onnx", "heads.npz", "lexicon.tsv", "tokenizer.json"):
        digest.update((a.model / name).read_bytes())
    digest.update(json.dumps(settings["second_stage"] | settings["thresholds"]).encode())
    settings["version"] = digest.hexdigest()[:12]
    path.write_text(json.dumps(settings, indent=1) + "\n", encoding="utf-8")
    print(Counter(y.tolist()), settings["thresholds"], settings["second_stage"])


if __name__ == "__main__":
    main()
