"""What the network is trained on: the losses of a batch, and candidates that are no entities."""

import random
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy, one_hot

from extractors.decode import TAGS, viterbi
from extractors.decode import spans as tag_spans
from extractors.features import Group, entity_features, pairs
from kg.evaluate import form
from training.batches import Batch
from training.data import RELATIONS, Document, untagged
from training.network import Entities, Network, Pairs

#: Subtracted from the O score where candidates are wanted rather than the likeliest tags.
RECALL_BIAS = 1.0
#: Share of a tag's probability that goes to all tags alike: annotators err.
SMOOTHING = 0.03
#: The models' share in the tags of an abstract that both annotators and models read.
MODELS = 0.5
#: How often an abstract is read with its entities as the extractor's rules leave them.
APART = 0.5
#: An entity that a model holds less likely takes no part in what is said of roles and relations.
LIKELY = 0.5
#: Of the losses in their sum.
WEIGHTS = {"tag": 1.0, "keep": 0.15, "role": 0.15, "relation": 0.3}


def tag_targets(d: Document) -> Tensor:
    """(words, TAGS): the probability of every tag, smoothed where annotators chose it."""
    if not d.annotated:
        return torch.from_numpy(d.tags)
    tags = torch.zeros(len(d.words), dtype=torch.long)
    for a, b, t in d.spans:
        tags[a:b] = 2 * t + 2
        tags[a] = 2 * t + 1
    sure = one_hot(tags, len(TAGS)) * (1 - SMOOTHING) + SMOOTHING / len(TAGS)
    return sure if d.tags is None else torch.lerp(sure, torch.from_numpy(d.tags), MODELS)


def surface(d: Document, a: int, b: int) -> str:
    return d.text[d.words[a][0] : d.words[b - 1][1]]


def negatives(
    d: Document, scores: np.ndarray[Any, Any], known: dict[str, int], rng: random.Random
) -> list[Group]:
    """Candidate entities that the annotators did not choose.

    Wrong predictions of the current tags, strings tagged in other abstracts, and gold mentions made
    a word longer or shorter; at most as many as there are gold entities, plus two.
    """
    names = {form(surface(d, a, b)) for e in d.entities for a, b in e.mentions}
    names |= {form(n) for e in d.gold["entities"] for n in (e["name"], *e["mentions"])}
    biased = scores.copy()
    biased[:, 0] -= RECALL_BIAS
    found = tag_spans(viterbi(biased))
    others = untagged(d, known)
    moved = []
    for a, b, t in rng.sample(d.spans, min(2, len(d.spans))):
        a2, b2 = rng.choice([(a - 1, b), (a, b + 1), (a + 1, b), (a, b - 1)])
        if 0 <= a2 < b2 <= len(d.words):
            moved.append((a2, b2, t))
    rng.shuffle(others)
    by_form: dict[str, list[tuple[int, int]]] = {}
    types: dict[str, int] = {}
    limit = len(d.entities) + 2
    for a, b, t in [*found, *others[:limit], *moved]:
        key = form(surface(d, a, b))
        if key and key not in names:
            places = by_form.setdefault(key, [])
            if (a, b) not in places:
                places.append((a, b))
            types.setdefault(key, t)
    return [
        Group(tuple(sorted(places)), types[key], 1) for key, places in list(by_form.items())[:limit]
    ]


def losses(
    network: Network,
    batch: Batch,
    known: dict[str, int],
    rng: random.Random,
    device: torch.device,
) -> dict[str, Tensor]:
    """The four losses of a batch, unweighted."""
    h = network.hidden(batch.ids.to(device), batch.mask.to(device)).cpu()
    cls = h[:, 0]
    vectors = h.flatten(0, 1)[batch.rows]
    scores = network.tags(vectors)
    out = {
        "tag": cross_entropy(scores, torch.cat([tag_targets(e.document) for e in batch.documents]))
    }

    plain = scores.detach().numpy()
    starts: list[int] = []
    ends: list[int] = []
    owner: list[int] = []
    features: list[Any] = []
    document: list[int] = []
    kept: list[float] = []
    roles: list[int] = []
    pair_rows: list[tuple[int, int, int, int]] = []
    pair_features: list[Any] = []
    pair_targets: list[int] = []
    pair_shares: list[float] = []
    for i, (e, offset) in enumerate(zip(batch.documents, batch.offsets, strict=True)):
        d = e.document
        if d.parts is not None and rng.random() < APART:
            d = d.parts
        # A model's candidates hold their own negatives.
        wrong = (
            negatives(d, plain[offset : offset + len(d.words)], known, rng) if d.annotated else []
        )
        groups = [*d.entities, *wrong]
        if not groups:
            continue
        base = len(kept)
        for k, g in enumerate(groups):
            for a, b in g.mentions:
                starts.append(offset + a)
                ends.append(offset + b)
                owner.append(base + k)
            document.append(i)
        features.append(entity_features(groups, len(d.words)))
        kept += d.keep + [0.0] * len(wrong)
        likely = [k >= LIKELY for k in d.keep]
        roles += [r if sure else -100 for r, sure in zip(d.roles, likely, strict=True)]
        roles += [-100] * len(wrong)
        found, rows = pairs(d.entities, d.sentence_of)
        stated = {(a, b): 1 + r for a, r, b in d.relations}
        stated |= dict.fromkeys(d.same, 1 + len(RELATIONS))
        chosen = [i for i, p in enumerate(found) if likely[p.head] and likely[p.tail]]
        for p in (found[i] for i in chosen):
            pair_rows.append((base + p.head, base + p.tail, offset + p.start, offset + p.end))
            pair_targets.append(stated.get((p.head, p.tail), 0))
            pair_shares.append(d.share.get((p.head, p.tail), 1.0))
        pair_features.append(rows[chosen])
    entities = Entities(
        torch.tensor(starts),
        torch.tensor(ends),
        torch.tensor(owner),
        torch.from_numpy(np.concatenate(features)),
        torch.tensor(document),
    )
    pooled, keep, role = network.entities(vectors, cls, entities)
    out["keep"] = binary_cross_entropy_with_logits(keep, torch.tensor(kept))
    out["role"] = cross_entropy(role, torch.tensor(roles), ignore_index=-100, label_smoothing=0.05)
    if pair_rows:
        columns = torch.tensor(pair_rows).T
        p = Pairs(
            columns[0],
            columns[1],
            columns[2],
            columns[3],
            torch.from_numpy(np.concatenate(pair_features)),
        )
        scores = network.pairs(vectors, pooled, entities.features, role.detach(), p)
        shares = torch.tensor(pair_shares)[:, None]
        wanted = one_hot(torch.tensor(pair_targets), scores.shape[1]) * shares
        wanted[:, 0] += 1 - shares[:, 0]
        out["relation"] = cross_entropy(scores, wanted)
    return out
