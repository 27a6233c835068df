"""The small heads behind the encoder, in NumPy: tags of words, then entities, roles and relations.

The same arithmetic as `training.network.Network`, which trains the weights.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from extractors.features import Floats, Group, entity_features, pairs


class EntityScores(NamedTuple):
    """Per group: the logit of being an entity (n,), role probabilities (n, roles), input of the pair head."""

    keep: Floats
    roles: Floats
    inputs: Floats


def _gelu(x: Floats) -> Floats:
    # The tanh form; constants from Hendrycks and Gimpel, "Gaussian Error Linear Units", 2016.
    out: Floats = 0.5 * x * (1.0 + np.tanh(0.7978845608 * (x + 0.044715 * x * x * x)))
    return out


def softmax(x: Floats) -> Floats:
    """Softmax over the last axis."""
    e = np.exp(x - x.max(-1, keepdims=True))
    out: Floats = e / e.sum(-1, keepdims=True)
    return out


class Heads:
    """Weights `<head>.weight` (out, in) and `<head>.bias` of the heads tag, mention, context, ...

    `words` are always (words, width) vectors of one abstract; `cls` (width,) is that of the whole.
    """

    def __init__(self, weights: Mapping[str, Floats]) -> None:
        # In float64, sums that BLAS orders by its number of threads differ too late to show.
        self._weights = {
            name.removesuffix(".weight"): (
                w.T.astype(np.float64, order="C"),
                weights[f"{name[:-7]}.bias"].astype(np.float64),
            )
            for name, w in weights.items()
            if name.endswith(".weight")
        }

    def outputs(self, name: str) -> int:
        """How many scores a head gives."""
        return len(self._weights[name][1])

    def _linear(self, name: str, x: Floats) -> Floats:
        weight, bias = self._weights[name]
        out: Floats = x @ weight + bias
        return out

    def tags(self, words: Floats) -> Floats:
        """(words, tags) scores."""
        return self._linear("tag", words)

    def entities(self, words: Floats, cls: Floats, groups: Sequence[Group]) -> EntityScores:
        """Scores of each group of mentions."""
        bounds = [m for g in groups for m in g.mentions]
        mentions = np.stack(
            [np.concatenate([words[a], words[b - 1], words[a:b].mean(0)]) for a, b in bounds]
        )
        mentions = _gelu(self._linear("mention", mentions))
        starts = np.cumsum([0, *(len(g.mentions) for g in groups[:-1])])
        sizes = np.array([len(g.mentions) for g in groups], dtype=np.float32)
        pooled = np.add.reduceat(mentions, starts, axis=0) / sizes[:, None]
        highest = np.maximum.reduceat(mentions, starts, axis=0)
        context = np.broadcast_to(_gelu(self._linear("context", cls)), pooled.shape)
        features = entity_features(groups, len(words))
        x = np.concatenate([pooled, highest, context, features], 1)
        x = _gelu(self._linear("entity", x))
        roles = softmax(self._linear("role", x))
        return EntityScores(
            self._linear("keep", x)[:, 0], roles, np.concatenate([pooled, features, roles], 1)
        )

    def relations(
        self,
        words: Floats,
        scores: EntityScores,
        groups: Sequence[Group],
        sentence_of: Sequence[int],
    ) -> list[tuple[int, int, Floats]]:
        """For all ordered pairs of groups: head, tail, probabilities of no relation, each relation, being one."""
        found, features = pairs(groups, sentence_of)
        if not found:
            return []
        zero = np.zeros(words.shape[1], dtype=np.float32)
        # Both directions of a pair share the words between; they follow each other in `pairs`.
        between = np.stack(
            [words[p.start : p.end].mean(0) if p.end > p.start else zero for p in found[::2]]
        )
        between = np.repeat(_gelu(self._linear("context", between)), 2, axis=0)
        heads = scores.inputs[[p.head for p in found]]
        tails = scores.inputs[[p.tail for p in found]]
        x = np.concatenate([heads, tails, between, features], 1)
        probabilities = softmax(self._linear("relation", _gelu(self._linear("pair", x))))
        return [(p.head, p.tail, row) for p, row in zip(found, probabilities, strict=True)]
