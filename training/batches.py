"""Documents as batches of padded word piece ids."""

import random
from typing import NamedTuple, Protocol, TypeVar

import torch
from tokenizers import Tokenizer
from torch import Tensor

from extractors.words import first_pieces
from training.data import Document, tokenised

MAX_PIECES = 512


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
