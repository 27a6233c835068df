"""Whether a candidate entity is one: a logistic regression over what is known of it as a whole.

The tag head proposes mentions one by one and generously; this stage weighs an entity's mentions together, with how
often its strings were annotated when they occurred in the training abstracts (the lexicon).
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import numpy as np

from extractors.features import Floats
from extractors.grouping import fold

#: Columns of `features`, in order.
NAMES: Final = (
    "keep",
    "mean tag",
    "best tag",
    "mentions",
    "forms",
    "usual",
    "usual type",
    "known",
    "first",
    "task",
    "dataset",
    "capital",
    "words",
    "one word",
)

#: Per normal form: how often it occurred in training abstracts, and how often tagged with each type.
Lexicon = Mapping[str, tuple[int, tuple[int, int, int]]]


def read_lexicon(path: Path) -> Lexicon:
    """The lexicon of a tab-separated file: normal form, occurrences, then tagged as each of TAG_TYPES."""
    rows: dict[str, tuple[int, tuple[int, int, int]]] = {}
    with path.open(encoding="utf-8") as f:
        for line in f:
            form, *counts = line.rstrip("\n").split("\t")
            seen, method, task, dataset = map(int, counts)
            rows[form] = (seen, (method, task, dataset))
    return rows


def _logit(p: float) -> float:
    p = min(max(p, 1e-3), 1 - 1e-3)
    return float(np.log(p / (1 - p)))


def features(
    keep: float,
    confidences: Sequence[float],
    strings: Iterable[str],
    kind: int,
    first: float,
    lexicon: Lexicon,
) -> list[float]:
    """One candidate's row of numbers, parallel to NAMES.

    `keep` is the network's own logit, `confidences` those of the mentions' tags, `strings` the distinct
    mentions, `kind` the type's index, `first` where in the text it first stands, from 0 to 1.
    """
    distinct = sorted(set(strings))
    forms = {fold(s) for s in distinct}
    seen = tagged = typed = 0
    for form in forms:
        n, counts = lexicon.get(form, (0, (0, 0, 0)))
        seen, tagged, typed = seen + n, tagged + sum(counts), typed + counts[kind]
    longest = max(distinct, key=len)
    return [
        keep,
        _logit(sum(confidences) / len(confidences)),
        _logit(max(confidences)),
        float(np.log1p(len(confidences))),
        float(len(forms) > 1),
        _logit((tagged + 0.7) / (seen + 2.0)) if seen else 0.0,
        _logit((typed + 0.5) / (tagged + 1.0)) if tagged else 0.0,
        float(np.log1p(seen)),
        first,
        float(kind == 1),
        float(kind == 2),
        float(any(c.isupper() for c in longest[1:])),
        float(np.log(len(longest.split()))),
        float(" " not in longest),
    ]


# How far the usual type of a string counts beside the tags; chosen on calibration abstracts.
_USUAL_TYPE: Final = 0.5


def likeliest_type(shares: Floats, strings: Iterable[str], lexicon: Lexicon) -> int:
    """The index of the type that the tags' shares (types,) and the strings' usual type make likeliest."""
    counts = np.zeros(len(shares))
    for form in {fold(s) for s in strings}:
        counts += lexicon.get(form, (0, (0, 0, 0)))[1]
    score = np.log(shares + 1e-4)
    if counts.any():
        score = score + _USUAL_TYPE * np.log((counts + 0.5) / (counts.sum() + 1.5))
    return int(score.argmax())


def probability(rows: Floats, weights: Floats, bias: float) -> Floats:
    """Probabilities (n,) of feature rows (n, NAMES)."""
    out: Floats = 1 / (1 + np.exp(-(rows @ weights + bias)))
    return out
