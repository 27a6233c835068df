"""Write the shipped artefacts of a checkpoint: `python -m training.export RUN --gold DIR --out extractors/model`.

`encoder.onnx` (graph fused for BERT, weights in int8, activations quantised at run time), `heads.npz` (float32
weights of the small heads), `tokenizer.json`, `model.json` (labels; training.calibrate adds what it chose).
"""

import argparse
import hashlib
import json
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from onnxruntime.transformers.fusion_options import FusionOptions
from onnxruntime.transformers.optimizer import optimize_model
from torch import Tensor, nn

from extractors.decode import TAGS
from kg.text import clean
from training.batches import MAX_PIECES
from training.checkpoints import initial, word_pieces
from training.data import RELATIONS, ROLES, read, tokenised
from training.network import Network
from training.smooth import smoothed

#: Abstracts on which activations are measured before the encoder is quantised.
TEXTS = 24
HEADS = ("tag", "mention", "context", "entity", "keep", "role", "pair", "relation")


class _Encoder(nn.Module):
    def __init__(self, network: Network) -> None:
        super().__init__()
        self.encoder = network.encoder

    def forward(self, input_ids: Tensor, attention_mask: Tensor) -> Tensor:
        return self.encoder(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state


def write_encoder(network: Network, path: Path, ids: Sequence[Sequence[int]]) -> None:
    """The encoder as ONNX: `input_ids`, `attention_mask` (batch, pieces) -> `vectors` (batch, pieces, width).

    In int8, readied by texts with these word piece ids; in float32 without any.
    """
    config = network.encoder.config
    with tempfile.TemporaryDirectory() as folder:
        plain, fused = Path(folder) / "plain.onnx", Path(folder) / "fused.onnx"
        example = torch.tensor([[101, 2023, 2003, 102]])
        torch.onnx.export(
            _Encoder(network).eval(),
            (example, torch.ones_like(example)),
            str(plain),
            input_names=["input_ids", "attention_mask"],
            output_names=["vectors"],
            dynamic_axes={
                n: {0: "batch", 1: "pieces"} for n in ("input_ids", "attention_mask", "vectors")
            },
            opset_version=17,
            dynamo=False,
        )
        options = FusionOptions("bert")
        model = optimize_model(
            str(plain),
            model_type="bert",
            num_heads=config.num_attention_heads,
            hidden_size=config.hidden_size,
            optimization_options=options,
        )
        model.save_model_to_file(str(fused))
        if ids:
            onnx.save(smoothed(onnx.load(fused), ids), fused)
            quantize_dynamic(
                fused,
                path,
                weight_type=QuantType.QInt8,
                per_channel=True,
                extra_options={"DefaultTensorType": onnx.TensorProto.FLOAT},
            )
        else:
            path.write_bytes(fused.read_bytes())


def write_heads(network: Network, path: Path) -> None:
    """Weights (out, in) and biases of the heads as `<name>.weight`, `<name>.bias`."""
    arrays = {
        f"{name}.{kind}": getattr(getattr(network, name), kind).detach().numpy().astype(np.float32)
        for name in HEADS
        for kind in ("weight", "bias")
    }
    np.savez(path, **arrays)


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__)
    p.add_argument("run", type=Path)
    p.add_argument("--out", type=Path, required=True)
    p.add_argument("--gold", type=Path, help="annotated abstracts, some of which ready it for int8")
    p.add_argument("--float", action="store_true", help="leave the weights in float32")
    p.add_argument("--heads", action="store_true", help="leave out the encoder")
    a = p.parse_args()
    a.out.mkdir(parents=True, exist_ok=True)
    network = initial(a.run).eval()
    tokenizer = word_pieces(a.run)
    if not a.heads:
        if not a.float and a.gold is None:
            p.error("int8 needs --gold; or give --float")
        texts = [] if a.float else read(a.gold / "train.jsonl")[:TEXTS]
        ids = [tokenised(tokenizer, clean(r["raw"]).text)[0][:MAX_PIECES] for r in texts]
        write_encoder(network, a.out / "encoder.onnx", ids)
    write_heads(network, a.out / "heads.npz")
    tokenizer.save(str(a.out / "tokenizer.json"))
    weights = a.run / "model.safetensors"
    settings = {
        "version": hashlib.sha256(weights.read_bytes()).hexdigest()[:12],
        "max_pieces": MAX_PIECES,
        "tags": list(TAGS),
        "roles": list(ROLES),
        "relations": list(RELATIONS),
    }
    (a.out / "model.json").write_text(json.dumps(settings, indent=1) + "\n", encoding="utf-8")
    print(json.dumps({f.name: f.stat().st_size for f in sorted(a.out.iterdir())}))


if __name__ == "__main__":
    main()
