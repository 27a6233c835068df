"""Checkpoint folders: `config.json`, `model.safetensors`, `tokenizer.json`."""

from pathlib import Path

from safetensors.torch import load_file
from tokenizers import Tokenizer
from transformers import AutoConfig

from training.network import Network


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
            if part in names
        }
    elif "embeddings" in parts:
        weights = {f"encoder.{name}": value for name, value in weights.items()}
    for place in range(config.num_hidden_layers):
        source = (place + 1) * deep // config.num_hidden_layers - 1
        old, new = (f"encoder.encoder.layer.{n}." for n in (source, place))
        weights |= {new + n.removeprefix(old): v for n, v in weights.items() if n.startswith(old)}
    own = network.state_dict()
    weights = {n: v.float() for n, v in weights.items() if n in own}
    if other := [n for n, v in weights.items() if own[n].shape != v.shape]:
        raise ValueError(f"{folder}: weights of another shape than the network's: {other}")
    network.load_state_dict(weights, strict=False)
    return network


def word_pieces(folder: Path) -> Tokenizer:
    """The tokenizer of a checkpoint folder, neither cutting nor padding."""
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer
