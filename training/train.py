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
from typing import Any

import torch
from safetensors.torch import save_file
from torch import Tensor

from training.batches import chunks, collate, encode
from training.checkpoints import initial, word_pieces
from training.data import document, load, read, usual
from training.losses import WEIGHTS, losses
from training.network import Network, layer_of


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
    sums: dict[str, float] = {}

    def done() -> float:
        return max(step / steps, (time.time() - began) / 60 / a.minutes)

    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda _: max(0.02, min((step + 1) / 100, 1 - done()))
    )
    for epoch in range(1, a.epochs + 1):
        network.train()
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
