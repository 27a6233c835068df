"""The network: an encoder over a whole abstract and heads for tags, entities, roles and relations."""

from typing import NamedTuple

import torch
from torch import Tensor, nn
from transformers import AutoModel, PretrainedConfig

from extractors.decode import TAG_TYPES, TAGS
from extractors.features import ENTITY_FEATURES, PAIR_FEATURES
from training.data import RELATIONS, ROLES

WIDTH = 256


class Entities(NamedTuple):
    """Entities of a batch: flat word bounds of mentions, each mention's entity, features, [CLS] row."""

    starts: Tensor
    ends: Tensor
    owner: Tensor
    features: Tensor
    document: Tensor


class Pairs(NamedTuple):
    """Ordered pairs of entities of a batch, with the flat word bounds of the text between them."""

    head: Tensor
    tail: Tensor
    starts: Tensor
    ends: Tensor
    features: Tensor


class Network(nn.Module):
    """Scores of words (TAGS), of entities (kept or not; ROLES) and of pairs (none, RELATIONS, one entity)."""

    def __init__(self, config: PretrainedConfig) -> None:
        super().__init__()
        self.encoder = AutoModel.from_config(config, add_pooling_layer=False)
        h = config.hidden_size
        self.tag = nn.Linear(h, len(TAGS))
        self.mention = nn.Linear(3 * h, WIDTH)
        self.context = nn.Linear(h, WIDTH)
        self.entity = nn.Linear(2 * WIDTH + WIDTH + ENTITY_FEATURES, WIDTH)
        self.keep = nn.Linear(WIDTH, 1)
        self.role = nn.Linear(WIDTH, len(ROLES))
        one = WIDTH + ENTITY_FEATURES + len(ROLES)
        self.pair = nn.Linear(2 * one + WIDTH + PAIR_FEATURES, WIDTH)
        self.relation = nn.Linear(WIDTH, 1 + len(RELATIONS) + 1)
        self.dropout = nn.Dropout(0.1)
        self.act = nn.GELU(approximate="tanh")

    def hidden(self, ids: Tensor, mask: Tensor) -> Tensor:
        """(batch, pieces, width) vectors of the word pieces."""
        with torch.autocast(ids.device.type, torch.bfloat16, enabled=self.training):
            return self.encoder(input_ids=ids, attention_mask=mask).last_hidden_state.float()

    def tags(self, vectors: Tensor) -> Tensor:
        """(words, TAGS) scores of flat word vectors."""
        return self.tag(self.dropout(vectors))

    def entities(self, vectors: Tensor, cls: Tensor, e: Entities) -> tuple[Tensor, Tensor, Tensor]:
        """Pooled (entities, WIDTH) vectors, keep scores (entities,) and role scores (entities, ROLES)."""
        sums = torch.cat(
            [vectors.new_zeros(1, vectors.shape[1]), vectors.cumsum(0, dtype=torch.float64)]
        )
        mean = (sums[e.ends] - sums[e.starts]).float() / (e.ends - e.starts)[:, None]
        m = torch.cat([vectors[e.starts], vectors[e.ends - 1], mean], 1)
        m = self.act(self.mention(self.dropout(m)))
        n = len(e.features)
        counts = torch.zeros(n).index_add(0, e.owner, torch.ones(len(e.owner)))
        pooled = torch.zeros(n, WIDTH).index_add(0, e.owner, m) / counts[:, None]
        highest = torch.full((n, WIDTH), -1e4).scatter_reduce(
            0, e.owner[:, None].expand(-1, WIDTH), m, "amax"
        )
        context = self.act(self.context(cls))[e.document]
        x = torch.cat([pooled, highest, context, e.features], 1)
        x = self.act(self.entity(self.dropout(x)))
        x = self.dropout(x)
        return pooled, self.keep(x)[:, 0], self.role(x)

    def pairs(
        self, vectors: Tensor, pooled: Tensor, features: Tensor, roles: Tensor, p: Pairs
    ) -> Tensor:
        """(pairs, 1 + RELATIONS + 1) scores; the first is no relation, the last being one entity."""
        sums = torch.cat(
            [vectors.new_zeros(1, vectors.shape[1]), vectors.cumsum(0, dtype=torch.float64)]
        )
        length = (p.ends - p.starts).clamp(min=1)[:, None]
        between = (sums[p.ends] - sums[p.starts]).float() / length
        between = self.act(self.context(between))
        one = torch.cat([pooled, features, roles.softmax(1)], 1)
        x = torch.cat([one[p.head], one[p.tail], between, p.features], 1)
        x = self.act(self.pair(self.dropout(x)))
        return self.relation(self.dropout(x))


def layer_of(name: str, layers: int) -> int:
    """Depth of a parameter: 0 for embeddings, 1..layers for the encoder's layers, layers + 1 for heads."""
    if name.startswith("encoder.encoder.layer."):
        return int(name.split(".")[3]) + 1
    # What the encoder's layers share, such as MPNet's relative positions, is as old as the embeddings.
    return 0 if name.startswith("encoder.") else layers + 1


assert len(TAGS) == 1 + 2 * len(TAG_TYPES)
