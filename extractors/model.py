"""The shipped model: an int8 encoder run by ONNX Runtime, small heads in NumPy, and their settings.

Files in `extractors/model/`: `encoder.onnx`, `heads.npz`, `tokenizer.json`, `lexicon.tsv`, `model.json`
(labels, thresholds, version). `training/` writes them; MODEL_CARD.md says from what.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from extractors.decode import TAG_TYPES, spans, trimmed, viterbi
from extractors.features import Floats, Group
from extractors.grouping import Joined, Mention, fold
from extractors.heads import Heads, softmax
from extractors.second_stage import (
    NAMES,
    Lexicon,
    features,
    likeliest_type,
    probability,
    read_lexicon,
)
from extractors.words import first_pieces, for_encoder, words
from kg.records import Span
from kg.schema import RELATION_TYPES, ROLES, allowed
from kg.text import sentences

FOLDER = Path(__file__).parent / "model"
# Windows of a text longer than the encoder takes overlap by so many word pieces.
_OVERLAP = 128


class Settings(NamedTuple):
    """What training chose: labels, the bias against no tag, the second stage, thresholds."""

    version: str
    max_pieces: int
    roles: Sequence[str]
    relations: Sequence[str]
    recall_bias: float
    weights: Floats
    bias: float
    keep: float
    same: float
    relation: float


class Scored(NamedTuple):
    """What the heads say of the groups of one abstract, joined where they name one entity in other words.

    All lists but the last run parallel to `groups`, lists of indexes into the mentions. `keep` is the probability of
    being an entity of its type, `roles` (role, its probability, index of the mention that shows it best);
    `relations` (head, type, tail, probability), allowed ones only.
    """

    groups: list[list[int]]
    keep: list[float]
    types: list[str]
    roles: list[tuple[str, float, int]]
    relations: list[tuple[int, str, int, float]]


class Encoded:
    """One abstract behind the encoder: decoded mentions, and scores of any grouping of them."""

    def __init__(
        self, model: "Model", text: str, word_spans: list[Span], vectors: Floats, cls: Floats
    ) -> None:
        self._model = model
        self.text = text
        self._words = word_spans
        self._vectors = vectors
        self._cls = cls
        scores = model.heads.tags(vectors)
        #: (words, TAGS) probabilities.
        self.tags = softmax(scores)
        biased = scores.copy()
        biased[:, 0] -= model.settings.recall_bias
        found = (trimmed(s, word_spans, text) for s in spans(viterbi(biased)))
        # Marks alone name nothing.
        self._spans = [
            (a, b, t)
            for a, b, t in found
            if any(text[start].isalnum() for start, _ in word_spans[a:b])
        ]
        # (words, TAG_TYPES): the probability of being tagged B- or I- of each type.
        typed = self.tags[:, 1:].reshape(len(scores), len(TAG_TYPES), 2).sum(2)
        self._shares = [typed[a:b].mean(0) for a, b, _ in self._spans]
        self.mentions = [
            Mention(word_spans[a][0], word_spans[b - 1][1], TAG_TYPES[t]) for a, b, t in self._spans
        ]

    def features(self, groups: Sequence[Sequence[int]]) -> Floats:
        """(groups, second_stage.NAMES): what the second stage reads."""
        made = self._groups(groups)
        keep = self._model.heads.entities(self._vectors, self._cls, made).keep
        return self._rows(groups, made, keep)

    def score(self, groups: Sequence[Sequence[int]]) -> Scored:
        """Scores of the groups, each a list of indexes into `mentions` in text order.

        Groups that are probably one entity are scored as one.
        """
        if not groups:
            return Scored([], [], [], [], [])
        settings, heads = self._model.settings, self._model.heads
        made = self._groups(groups)
        scores = heads.entities(self._vectors, self._cls, made)
        rows = self._rows(groups, made, scores.keep)
        keep = probability(rows, settings.weights, settings.bias)
        types = [TAG_TYPES[g.type] for g in made]
        roles = [
            _role(row, kind, settings.roles) for row, kind in zip(scores.roles, types, strict=True)
        ]
        likely = keep >= settings.keep
        related = [
            (i, j, row)
            for i, j, row in heads.relations(self._vectors, scores, made, self._sentences())
            if likely[i] and likely[j]
        ]
        whole = _joined(groups, types, related, settings.same)
        if len(whole) < len(groups):
            return self.score(whole)
        shown = self._evidence(groups, made, [settings.roles.index(r) for r, _ in roles])
        relations = [
            (i, name, j, p)
            for i, j, row in related
            for name, stated in [_relation(row, types[i], types[j], settings.relations)]
            # Right only if both ends are.
            for p in [stated * float(keep[i] * keep[j])]
            if p >= settings.relation
        ]
        return Scored(
            whole,
            [float(k) for k in keep],
            types,
            [(role, p, m) for (role, p), m in zip(roles, shown, strict=True)],
            relations,
        )

    def _groups(self, groups: Sequence[Sequence[int]]) -> list[Group]:
        made = []
        for indexes in groups:
            strings = self._strings(indexes)
            shares = np.mean([self._shares[i] for i in indexes], axis=0)
            places = tuple(self._spans[i][:2] for i in indexes)
            kind = likeliest_type(shares, strings, self._model.lexicon)
            made.append(Group(places, kind, len({fold(s) for s in strings})))
        return made

    def _strings(self, indexes: Sequence[int]) -> list[str]:
        return [self.text[m.start : m.end] for m in (self.mentions[i] for i in indexes)]

    def _rows(self, groups: Sequence[Sequence[int]], made: Sequence[Group], keep: Floats) -> Floats:
        rows = []
        for indexes, g, k in zip(groups, made, keep, strict=True):
            rows.append(
                features(
                    float(k),
                    [float(self._shares[i][g.type]) for i in indexes],
                    self._strings(indexes),
                    g.type,
                    g.mentions[0][0] / len(self._words),
                    self._model.lexicon,
                )
            )
        return np.array(rows, dtype=np.float32)

    def _evidence(
        self, groups: Sequence[Sequence[int]], made: Sequence[Group], roles: Sequence[int]
    ) -> list[int]:
        """Per group the mention that alone gives the group's role the highest score, the first on a tie."""
        several = [k for k, indexes in enumerate(groups) if len(indexes) > 1]
        shown = [indexes[0] for indexes in groups]
        if several:
            alone = [Group((m,), made[k].type, 1) for k in several for m in made[k].mentions]
            scores = self._model.heads.entities(self._vectors, self._cls, alone).roles.round(4)
            row = 0
            for k in several:
                n = len(groups[k])
                shown[k] = groups[k][int(scores[row : row + n, roles[k]].argmax())]
                row += n
        return shown

    def _sentences(self) -> list[int]:
        bounds = sentences(self.text)
        found, number = [], 0
        for start, _ in self._words:
            while number + 1 < len(bounds) and start >= bounds[number][1]:
                number += 1
            found.append(number)
        return found


#: (pieces,) word piece ids, at most as many as the encoder takes -> (pieces, width) vectors.
Encoder = Callable[[NDArray[np.int64]], Floats]


class Model:
    """The model of a folder; `threads` are ONNX Runtime's for one abstract.

    `encoder` runs in place of the folder's `encoder.onnx`.
    """

    def __init__(
        self, folder: Path = FOLDER, *, threads: int = 1, encoder: Encoder | None = None
    ) -> None:
        from tokenizers import Tokenizer

        settings = json.loads((folder / "model.json").read_text(encoding="utf-8"))
        self.settings = _settings(settings)
        self.version = self.settings.version
        with np.load(folder / "heads.npz") as arrays:
            self.heads = Heads(dict(arrays))
        expected = 1 + len(self.settings.relations) + 1
        if self.heads.outputs("relation") != expected:
            raise ValueError(f"{folder}: the relation head must give {expected} scores a pair")
        self.lexicon: Lexicon = read_lexicon(folder / "lexicon.tsv")
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._run = encoder or _onnx(folder / "encoder.onnx", threads)

    def encode(self, texts: Sequence[str]) -> list[Encoded]:
        """The abstracts (clean, not blank) one by one: a batch would only add padding on a CPU."""
        return [self._encode(text) for text in texts]

    def _encode(self, text: str) -> Encoded:
        encoding = self._tokenizer.encode(for_encoder(text))
        word_spans = words(text)
        pieces = first_pieces(word_spans, encoding.offsets)
        vectors, cls = self._vectors(np.array(encoding.ids, dtype=np.int64))
        # A word without a piece of its own takes the vector of the whole.
        rows = vectors[np.maximum(pieces, 0)]
        return Encoded(self, text, word_spans, rows, cls)

    def _vectors(self, ids: NDArray[np.int64]) -> tuple[Floats, Floats]:
        """(pieces, width) vectors of the word pieces and (width,) of the whole.

        A text too long is read in overlapping windows; a piece takes the vector from the window in
        which it stands farther from the edge, the whole that of the first window.
        """
        limit = self.settings.max_pieces
        if len(ids) <= limit:
            vectors = self._run(ids)
            return vectors, vectors[0]
        inner, first, last = ids[1:-1], ids[:1], ids[-1:]
        size, step = limit - 2, limit - 2 - _OVERLAP
        out: Floats | None = None
        cls: Floats | None = None
        for start in range(0, max(1, len(inner) - _OVERLAP), step):
            window = self._run(np.concatenate([first, inner[start : start + size], last]))
            if out is None or cls is None:
                cls = window[0]
                out = np.empty((len(ids), window.shape[1]), dtype=np.float32)
                out[0], out[-1] = window[0], window[-1]
                out[1 : len(window) - 1] = window[1:-1]
            else:
                half = _OVERLAP // 2
                out[1 + start + half : start + len(window) - 1] = window[1 + half : -1]
        assert out is not None
        assert cls is not None
        return out, cls


def _onnx(path: Path, threads: int) -> Encoder:
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])

    def run(ids: NDArray[np.int64]) -> Floats:
        feed = {"input_ids": ids[None], "attention_mask": np.ones_like(ids)[None]}
        vectors: Floats = session.run(["vectors"], feed)[0][0]
        return vectors

    return run


def _role(row: Floats, kind: str, roles: Sequence[str]) -> tuple[str, float]:
    """The likeliest role that an entity of this type can have, and its share among those."""
    fit = [i for i, r in enumerate(roles) if kind in ROLES[r].types]
    best = max(fit, key=lambda i: row[i])
    return roles[best], float(row[best] / row[fit].sum())


def _relation(row: Floats, head: str, tail: str, relations: Sequence[str]) -> tuple[str, float]:
    """The likeliest relation that the schema allows between the types, and its probability."""
    fit = [i for i, r in enumerate(relations) if allowed(head, r, tail)]
    if not fit:
        return "", 0.0
    best = max(fit, key=lambda i: row[1 + i])
    return relations[best], float(row[1 + best])


def _joined(
    groups: Sequence[Sequence[int]],
    types: Sequence[str],
    related: Iterable[tuple[int, int, Floats]],
    threshold: float,
) -> list[list[int]]:
    """The groups, those of one type joined that are one entity with at least this probability either way."""
    joined = Joined(len(groups))
    for i, j, row in related:
        if types[i] == types[j] and row[-1] >= threshold:
            joined.all((i, j))
    return sorted(sorted(m for g in members for m in groups[g]) for members in joined.groups())


def _settings(values: dict[str, Any]) -> Settings:
    stage = values["second_stage"]
    unknown = set(values["relations"]) - set(RELATION_TYPES) | set(values["roles"]) - set(ROLES)
    if unknown:
        raise ValueError(f"model.json names labels that the schema lacks: {sorted(unknown)}")
    return Settings(
        version=values["version"],
        max_pieces=values["max_pieces"],
        roles=values["roles"],
        relations=values["relations"],
        recall_bias=values["recall_bias"],
        weights=np.array([stage["weights"][n] for n in NAMES], dtype=np.float32),
        bias=stage["bias"],
        keep=values["thresholds"]["keep"],
        same=values["thresholds"]["same"],
        relation=values["thresholds"]["relation"],
    )
