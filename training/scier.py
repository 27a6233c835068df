"""The training recipe on a public benchmark: `python -m training.scier --data DIR --init CHECKPOINT`.

SciER (Zhang et al., EMNLP 2024): entities in the sentences of papers; DIR holds `train.jsonl`, `dev.jsonl`,
`test.jsonl` and `test_ood.jsonl` with `tokens` and `entities` ([first, last, type]). Sentences of one paper are read
together, as many as the encoder takes. Prints precision, recall and F1 (bounds and type) after each epoch. Its data
are GPL-3.0: the weights are for comparison and are not written anywhere.
"""

import argparse
import json
import math
import random
import time
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import torch
from tokenizers import Tokenizer
from torch.nn.functional import cross_entropy

from extractors.decode import TAG_TYPES, spans, viterbi
from training.batches import MAX_PIECES, chunks
from training.checkpoints import initial, word_pieces
from training.data import read
from training.losses import SMOOTHING
from training.train import parameter_groups

Found = set[tuple[int, int, int]]


class Window(NamedTuple):
    """Consecutive sentences of a paper: word piece ids, the first piece of each word, gold spans of words."""

    ids: list[int]
    first: list[int]
    gold: Found


def windows(rows: Iterable[dict[str, Any]], tokenizer: Tokenizer) -> Iterator[Window]:
    """Sentences of each paper, joined up to the encoder's length."""
    begin, end = tokenizer.encode("").ids
    for _, sentences in groupby(rows, lambda row: row["doc_id"]):
        window = Window([begin], [], set())
        for row in sentences:
            pieces = tokenizer.encode(row["tokens"], is_pretokenized=True, add_special_tokens=False)
            if len(window.ids) + len(pieces.ids) >= MAX_PIECES:
                yield window._replace(ids=[*window.ids, end])
                window = Window([begin], [], set())
            words, base = len(window.first), len(window.ids)
            starts: dict[int, int] = {}
            for i, word in enumerate(pieces.word_ids):
                starts.setdefault(word, i)
            # A token without a piece of its own takes the window's.
            window.first.extend(
                base + starts[w] if w in starts else 0 for w in range(len(row["tokens"]))
            )
            window.ids.extend(pieces.ids)
            window.gold.update(
                (words + a, words + b + 1, TAG_TYPES.index(kind)) for a, b, kind in row["entities"]
            )
        yield window._replace(ids=[*window.ids, end])


def batch_of(some: list[Window]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
    """Padded ids, mask, the row of each word among the flattened vectors, the tag of each word."""
    longest = max(len(w.ids) for w in some)
    ids = torch.zeros(len(some), longest, dtype=torch.long)
    mask = torch.zeros_like(ids)
    rows, tags = [], []
    for i, w in enumerate(some):
        ids[i, : len(w.ids)] = torch.tensor(w.ids)
        mask[i, : len(w.ids)] = 1
        rows += [i * longest + p for p in w.first]
        own = [0] * len(w.first)
        # The longest first: what lies inside another is lost to a tag sequence.
        for a, b, t in sorted(w.gold, key=lambda g: g[0] - g[1]):
            if not any(own[a:b]):
                own[a:b] = [2 * t + 1] + [2 * t + 2] * (b - a - 1)
        tags += own
    return ids, mask, torch.tensor(rows), torch.tensor(tags)


def scores(network: Any, found: list[Window]) -> dict[str, float]:
    """Precision, recall and F1 in per cent, over all spans with their types."""
    network.eval()
    hits = told = gold = 0
    with torch.no_grad():
        for w in found:
            ids, mask, rows, _ = batch_of([w])
            vectors = network.hidden(ids, mask).flatten(0, 1)[rows]
            mine = set(spans(viterbi(network.tags(vectors).numpy())))
            hits, told, gold = hits + len(mine & w.gold), told + len(mine), gold + len(w.gold)
    network.train()
    return {
        "precision": round(100 * hits / max(told, 1), 1),
        "recall": round(100 * hits / gold, 1),
        "f1": round(200 * hits / (told + gold), 1),
    }


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("--data", type=Path, required=True)
    p.add_argument("--init", type=Path, required=True)
    p.add_argument("--epochs", type=int, default=5)
    p.add_argument("--batch", type=int, default=8)
    p.add_argument("--lr", type=float, default=8e-5)
    p.add_argument("--head-lr", type=float, default=6e-4)
    p.add_argument("--seed", type=int, default=7)
    a = p.parse_args()
    torch.manual_seed(a.seed)
    rng = random.Random(a.seed)
    tokenizer = word_pieces(a.init)
    sets = {
        name: list(windows(read(a.data / f"{name}.jsonl"), tokenizer))
        for name in ("train", "dev", "test", "test_ood")
    }
    train = sets.pop("train")
    network = initial(a.init)
    optimizer = torch.optim.AdamW(parameter_groups(network, a.lr, a.head_lr, 0.9), fused=True)
    steps, began = a.epochs * math.ceil(len(train) / a.batch), time.time()
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda n: max(0.02, min((n + 1) / 50, 1 - n / steps))
    )
    for epoch in range(1, a.epochs + 1):
        network.train()
        for chunk in chunks(train, a.batch, rng):
            ids, mask, rows, tags = batch_of(chunk)
            vectors = network.hidden(ids, mask).flatten(0, 1)[rows]
            cross_entropy(network.tags(vectors), tags, label_smoothing=SMOOTHING).backward()
            torch.nn.utils.clip_grad_norm_(network.parameters(), 1.0)
            optimizer.step()
            optimizer.zero_grad(set_to_none=True)
            schedule.step()
        told = {name: scores(network, found) for name, found in sets.items()}
        print(
            json.dumps({"epoch": epoch, "seconds": round(time.time() - began)} | told), flush=True
        )


if __name__ == "__main__":
    main()
