"""Train the network on annotated abstracts: `python -m training.train --gold DIR --init FILE --out DIR`.

Each epoch ends with a checkpoint of the averaged weights. Runs on a GPU where there is one; on a CPU with bfloat16
arithmetic the products run in bfloat16. Seeds are fixed; sums over threads may still differ in the last bits.
"""

import argparse
import json
import math
import random
import time
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

import numpy as np
import torch
from safetensors.torch import load_file, save_file
from tokenizers import Tokenizer
from torch import Tensor
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy, one_hot
from transformers import AutoConfig

from extractors.decode import TAGS, viterbi
from extractors.decode import spans as tag_spans
from extractors.features import Group, entity_features, pairs
from extractors.words import first_pieces
from kg.evaluate import form
from training.data import RELATIONS, Document, document, load, read, tokenised, untagged, usual
from training.network import Entities, Network, Pairs, layer_of

MAX_PIECES = 512
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


class HasIds(Protocol):
    @property
    def ids(self) -> list[int]: ...


T = TypeVar("T", bound=HasIds)


class Encoded(NamedTuple):
    """A document's word piece ids and the piece of each word; words past the limit are cut."""

    document: Document
    ids: list[int]
    pieces: list[int]


class Batch(NamedTuple):
    ids: Tensor
    mask: Tensor
    rows: Tensor
    documents: list[Encoded]
    offsets: list[int]


def encode(documents: list[Document], tokenizer: Tokenizer) -> list[Encoded]:
    """Word pieces of documents that fit the encoder; longer ones are left out of training."""
    found = []
    for d in documents:
        ids, offsets = tokenised(tokenizer, d.text)
        if len(ids) <= MAX_PIECES and d.words:
            found.append(Encoded(d, ids, first_pieces(d.words, offsets)))
    return found


def collate(encoded: list[Encoded]) -> Batch:
    """Padded ids and, for every word, the row of its first piece in the flattened hidden states."""
    # Few lengths: allocators reuse the memory of the batch before.
    longest = -(-max(len(e.ids) for e in encoded) // 64) * 64
    ids = torch.zeros(len(encoded), longest, dtype=torch.long)
    mask = torch.zeros(len(encoded), longest, dtype=torch.long)
    rows: list[int] = []
    offsets = []
    for i, e in enumerate(encoded):
        ids[i, : len(e.ids)] = torch.tensor(e.ids)
        mask[i, : len(e.ids)] = 1
        offsets.append(len(rows))
        rows += [i * longest + max(p, 0) for p in e.pieces]
    return Batch(ids, mask, torch.tensor(rows), encoded, offsets)


def chunks(items: list[T], size: int, rng: random.Random) -> list[list[T]]:
    """Up to `size` items (with word piece ids `ids`) of similar lengths each, in random order."""
    order = sorted(items, key=lambda item: len(item.ids) + rng.random() * 40)
    found = [order[i : i + size] for i in range(0, len(order), size)]
    rng.shuffle(found)
    return found


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


WEIGHTS = {"tag": 1.0, "keep": 0.15, "role": 0.15, "relation": 0.3}


def parameter_groups(
    network: Network, lr: float, head_lr: float, decay: float
) -> list[dict[str, Any]]:
    """AdamW groups: the rate falls by `decay` a layer towards the embeddings; no decay of norms and biases."""
    layers = network.encoder.config.num_hidden_layers
    groups: dict[tuple[int, bool], list[Tensor]] = {}
    for name, p in network.named_parameters():
        if name.startswith("encoder.embeddings.word"):
            p.requires_grad = False
            continue
        groups.setdefault((layer_of(name, layers), p.ndim < 2), []).append(p)
    return [
        {
            "params": params,
            "lr": head_lr if depth > layers else lr * decay ** (layers - depth),
            "weight_decay": 0.0 if flat else 0.01,
        }
        for (depth, flat), params in groups.items()
    ]


def initial(folder: Path, layers: int | None = None) -> Network:
    """A network that starts from a checkpoint folder (config.json, model.safetensors).

    The folder holds a run of this program, a plain encoder (BERT or MPNet), or an encoder `enc` with a tag head `out`.
    With `layers`, only so many of the encoder's layers stay, evenly spaced and the last among them.
    """
    config = AutoConfig.from_pretrained(folder)
    deep = config.num_hidden_layers
    config.num_hidden_layers = layers or deep
    config.attention_probs_dropout_prob = 0.0
    config._attn_implementation = "eager"
    network = Network(config)
    weights = load_file(folder / "model.safetensors")
    parts = {name.split(".")[0] for name in weights}
    if "enc" in parts:
        names = {"enc": "encoder", "out": "tag"}
        weights = {
            f"{names.get(part, part)}.{rest}": value
            for part, _, rest, value in ((*n.partition("."), v) for n, v in weights.items())
        }
    elif "embeddings" in parts:
        weights = {f"encoder.{name}": value for name, value in weights.items()}
    for place in range(config.num_hidden_layers):
        source = (place + 1) * deep // config.num_hidden_layers - 1
        old, new = (f"encoder.encoder.layer.{n}." for n in (source, place))
        weights |= {new + n.removeprefix(old): v for n, v in weights.items() if n.startswith(old)}
    own = network.state_dict()
    network.load_state_dict(
        {n: v.float() for n, v in weights.items() if n in own and own[n].shape == v.shape},
        strict=False,
    )
    return network


def word_pieces(folder: Path) -> Tokenizer:
    """The tokenizer of a checkpoint folder, neither cutting nor padding."""
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--gold", type=Path, required=True)
    p.add_argument("--init", type=Path, required=True)
    p.add_argument("--out", type=Path, required=True)
    p.add_argument("--labelled", type=Path, help="abstracts that training.label annotated")
    p.add_argument("--layers", type=int, help="keep so many of the encoder's layers")
    p.add_argument("--seeds", type=Path, default=Path("seeds"))
    p.add_argument("--epochs", type=int, default=6)
    p.add_argument("--batch", type=int, default=12)
    p.add_argument("--lr", type=float, default=8e-5)
    p.add_argument("--head-lr", type=float, default=6e-4)
    p.add_argument("--layer-decay", type=float, default=0.9)
    p.add_argument("--average", type=float, default=0.998)
    p.add_argument("--seed", type=int, default=7)
    p.add_argument("--minutes", type=float, default=math.inf, help="end the schedule by then")
    p.add_argument("--limit", type=int, default=None, help="train on so many documents only")
    a = p.parse_args()
    random.seed(a.seed)
    torch.manual_seed(a.seed)
    rng = random.Random(a.seed)
    a.out.mkdir(parents=True, exist_ok=True)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")

    train, _, _ = load(a.gold, seeds=a.seeds)
    known = usual(train)
    tokenizer = word_pieces(a.init)
    labelled = [document(r) for r in read(a.labelled)] if a.labelled else []
    twice = {d.id: d for d in labelled if d.annotated}
    train = [twice.get(d.id, d) for d in train[: a.limit]]
    encoded = encode(train + [d for d in labelled if not d.annotated], tokenizer)
    network = initial(a.init, a.layers)
    network.encoder.to(device)
    optimizer = torch.optim.AdamW(
        parameter_groups(network, a.lr, a.head_lr, a.layer_decay), fused=True
    )
    steps = a.epochs * math.ceil(len(encoded) / a.batch)
    average = {n: v.detach().clone() for n, v in network.state_dict().items()}
    print(f"{len(encoded)} abstracts, {steps} steps on {device}", flush=True)
    step, began = 0, time.time()

    def done() -> float:
        return max(step / steps, (time.time() - began) / 60 / a.minutes)

    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda _: max(0.02, min((step + 1) / 100, 1 - done()))
    )
    for epoch in range(1, a.epochs + 1):
        network.train()
        sums: dict[str, float] = {}
        for batch in map(collate, chunks(encoded, a.batch, rng)):
            if done() >= 1:
                break
            parts = losses(network, batch, known, rng, device)
            total = torch.stack([WEIGHTS[k] * v for k, v in parts.items()]).sum()
            total.backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
            step += 1
            schedule.step()
            keep = min(a.average, step / (step + 10))
            for n, v in network.state_dict().items():
                if v.dtype.is_floating_point and not n.startswith("encoder.embeddings.word"):
                    average[n].lerp_(v, 1 - keep)
            for k, v in parts.items():
                sums[k] = sums.get(k, 0.0) + v.item()
            if step % 50 == 0:
                means = {k: round(v / 50, 4) for k, v in sums.items()}
                print(
                    json.dumps({"step": step, "seconds": round(time.time() - began)} | means),
                    flush=True,
                )
                sums = {}
        save_file({n: v.contiguous() for n, v in average.items()}, a.out / "model.safetensors.new")
        (a.out / "model.safetensors.new").replace(a.out / "model.safetensors")
        network.encoder.config.to_json_file(a.out / "config.json")
        (a.out / "tokenizer.json").write_bytes((a.init / "tokenizer.json").read_bytes())
        print(f"epoch {epoch} saved", flush=True)
        if done() >= 1:
            break


if __name__ == "__main__":
    main()
