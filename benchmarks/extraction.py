"""Abstracts a second of `kg extract`'s pipeline beside what a user would otherwise run on the CPU.

    python benchmarks/extraction.py ABSTRACTS.jsonl [--count 200] [--workers 1,2] [--model FOLDER]

All in one run on the same abstracts, so that the ratios hold when absolute figures drift. spaCy's CNN pipeline comes
from `spacy init config` (optimised for accuracy; tagger, parser, ner). The transformers are built with random
weights, since only speed counts: a SciBERT-size token classifier and the encoder of GLiNER small (DeBERTa-v3-small);
they need the dependency group `training` and are left out, saying so, where it is absent.
"""

import argparse
import json
import os
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

Runner = Callable[[Sequence[str]], Any]


def ours(workers: int, folder: Path | None = None) -> Runner:
    """The extractor with so many processes, and with the shipped model or that of a folder."""
    from extractors.model import FOLDER, Model
    from extractors.pipeline import Extractor

    extractor = Extractor("measured", partial(Model, folder or FOLDER))
    return lambda texts: list(extractor.extract(texts, workers=workers))


def spacy_cnn() -> Runner:
    """A CNN pipeline as `spacy init config` writes it, initialised on a toy example."""
    import spacy
    from spacy.cli.init_config import init_config
    from spacy.training import Example
    from spacy.util import load_model_from_config

    config = init_config(
        lang="en", pipeline=["tagger", "parser", "ner"], optimize="accuracy", gpu=False
    )
    config["components"]["tok2vec"]["model"]["embed"]["include_static_vectors"] = False
    config["initialize"]["vectors"] = None
    nlp = load_model_from_config(config, auto_fill=True)
    doc = spacy.blank("en").make_doc("We train BERT")
    gold = {
        "heads": [1, 1, 1],
        "deps": ["nsubj", "ROOT", "obj"],
        "tags": ["PRP", "VBP", "NNP"],
        "entities": [(9, 13, "Method")],
    }
    nlp.initialize(lambda: [Example.from_dict(doc, gold)])
    return lambda texts: list(nlp.pipe(texts, batch_size=64))


def transformer(kind: str) -> Runner:
    """A token classifier with random weights, in float32 by PyTorch, one abstract a batch."""
    import torch
    from transformers import BertConfig, BertForTokenClassification, DebertaV2Config
    from transformers import DebertaV2ForTokenClassification as Deberta

    if kind == "scibert":
        model: Any = BertForTokenClassification(BertConfig(vocab_size=31090, num_labels=7))
    else:
        model = Deberta(
            DebertaV2Config(
                vocab_size=128100,
                hidden_size=768,
                num_hidden_layers=6,
                num_attention_heads=12,
                intermediate_size=3072,
                relative_attention=True,
                position_buckets=256,
                norm_rel_ebd="layer_norm",
                share_att_key=True,
                pos_att_type=["p2c", "c2p"],
                max_relative_positions=-1,
                position_biased_input=False,
                type_vocab_size=0,
                num_labels=7,
            )
        )
    model.eval()
    from tokenizers import Tokenizer

    from extractors.model import FOLDER

    tokenizer = Tokenizer.from_file(str(FOLDER / "tokenizer.json"))

    def run(texts: Sequence[str]) -> None:
        with torch.inference_mode():
            for text in texts:
                model(torch.tensor([tokenizer.encode(text).ids[:512]]))

    return run


def timed(run: Runner, texts: Sequence[str]) -> float:
    """Abstracts a second, after a warm-up on ten."""
    run(texts[:10])
    start = time.perf_counter()
    run(texts)
    return len(texts) / (time.perf_counter() - start)


def main() -> None:
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    p.add_argument("abstracts", type=Path)
    p.add_argument("--count", type=int, default=200)
    p.add_argument(
        "--model", type=Path, action="append", default=[], help="another model, on one process"
    )
    p.add_argument("--workers", default=",".join({"1", str(os.cpu_count() or 1)}))
    a = p.parse_args()
    with a.abstracts.open(encoding="utf-8") as f:
        texts = [json.loads(line)["abstract"] for _, line in zip(range(a.count), f, strict=False)]
    words = sum(len(t.split()) for t in texts)
    runners: dict[str, Callable[[], Runner]] = {
        f"paper-kg, {w} process(es)": partial(ours, int(w)) for w in sorted(a.workers.split(","))
    }
    runners |= {f"model of {m}, 1 process": partial(ours, 1, m) for m in a.model}
    runners["spaCy CNN (tagger, parser, ner)"] = spacy_cnn
    runners["SciBERT-size classifier, random weights"] = lambda: transformer("scibert")
    runners["GLiNER small's encoder, random weights"] = lambda: transformer("gliner")
    first = 0.0
    print(f"{len(texts)} abstracts, {words} words")
    print("| pipeline | abstracts/s | words/s | ratio |\n|---|---|---|---|")
    for name, make in runners.items():
        try:
            rate = timed(make(), texts)
        except ImportError as error:
            print(f"| {name} | left out: {error} | | |")
            continue
        first = first or rate
        print(
            f"| {name} | {rate:.1f} | {rate * words / len(texts):.0f} | {rate / first:.2f} |",
            flush=True,
        )


if __name__ == "__main__":
    main()
