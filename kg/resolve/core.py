"""The core of a name: its words without those that do not tell it apart from other names.

"policy gradient methods" and "policy gradients", "word-level alignments" and "word alignments", "model-based
RL" and "model-based reinforcement learning", "detecting fake news" and "fake news detection" have one core
each. The lists were chosen on annotated claims: each word raises what is found and joins next to nothing
that differs.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from kg.resolve.normal import normal, tokens

_CLIPPED: Final = {"math": "mathematic", "maths": "mathematic"}

Words = tuple[str, ...]

# Small words inside a name; not at its ends ("in-context learning", "option A").
_SMALL: Final = frozenset(("a", "an", "as", "based", "for", "from", "level", "of", "the", "with"))
#: First words that say nothing of what a thing is.
_FIRST: Final = frozenset(("novel", "vanilla"))
#: First words that repeat the second, inside a longer name ("natural language inference").
_REPEATING: Final = frozenset((("natural", "language"), ("human", "preference")))
_LAST: Final = frozenset(
    (
        "algorithm",
        "approach",
        "framework",
        "method",
        "problem",
        "setting",
        "suite",
        "task",
        "technique",
    )
)
#: Last words that tell nothing after many letters only: a "language model" is not a language.
_LAST_OF_MANY: Final = frozenset(("distribution", "distribut", "model", "system"))
_TELLING: Final = 12
#: What a model is of, rather than its kind: a "latent variable model" is not a latent variable.
_MODELLED: Final = frozenset(
    (
        "behavior",
        "dynamic",
        "dynamical",
        "language",
        "outcome",
        "preference",
        "reward",
        "value",
        "variable",
        "world",
    )
)
#: What is a model by itself.
_MODELS: Final = frozenset(
    ("autoencoder", "diffusion", "ensemble", "network", "perceptron", "transformer")
)
#: Last words that tell nothing after a name of a thing ("ImageNet dataset", not "image dataset").
_AFTER_NAME: Final = frozenset(
    ("architecture", "benchmark", "corpus", "dataset", "leaderboard", "model")
)
#: An attack of these kinds is named with and without the word.
_ATTACKS: Final = frozenset(("backdoor", "injection", "jailbreak", "jailbreaking", "poisoning"))
_ATTACKS_OF_SOMETHING: Final = frozenset(("extraction", "inference", "inversion"))
#: Of these, a mechanism is one of differential privacy, not the thing itself.
_PRIVATE: Final = frozenset(
    ("exponential", "gaussian", "laplace", "laplacian", "private", "randomized")
)
#: What these methods are for goes without saying.
_USES: Final[dict[Words, tuple[str, ...]]] = {
    ("best", "n"): ("sampling", "selection"),
    ("least", "square"): ("estimation", "estimator", "fit", "fitting", "regression"),
    ("monte", "carlo"): ("estimation", "integration", "sampling", "simulation"),
}
#: What is done to a thing, by the verb: "detecting X", "detection of X" and "X detection" are one.
_ACTS: Final = {
    "classifying": "classification",
    "compressing": "compression",
    "detecting": "detection",
    "discovering": "discovery",
    "estimating": "estimation",
    "evaluating": "evaluation",
    "extracting": "extraction",
    "following": "following",
    "generating": "generation",
    "identifying": "identification",
    "localizing": "localization",
    "mitigating": "mitigation",
    "optimizing": "optimization",
    "predicting": "prediction",
    "protecting": "protection",
    "quantifying": "quantification",
    "recognizing": "recognition",
    "reconstructing": "reconstruction",
    "removing": "removal",
    "retrieving": "retrieval",
    "segmenting": "segmentation",
    "summarizing": "summarization",
    "synthesizing": "synthesis",
    "translating": "translation",
    "verifying": "verification",
}
_DONE: Final = frozenset(
    (
        *_ACTS.values(),
        "alignment",
        "analysis",
        "control",
        "forecasting",
        "learning",
        "modeling",
        "pruning",
        "quantization",
        "selection",
        "simulation",
        "understanding",
        "unlearning",
    )
)
#: Names of so many words have modifiers that may stand in any order, but not with one of these words.
_MANY: Final = 4
#: So do names of so many with a number among them.
_FEW: Final = 3
_ORDERING: Final = frozenset(("and", "by", "from", "in", "of", "on", "to", "without"))
_ENDING = re.compile(r"(?<=....)(?:ing|er|or|ion)$")
# Of a name of several words: "prompt optimization" and "prompt optimizer", but not transformer and adapter.
_LAST_ENDING = re.compile(
    r"(?<=....)(?:(?<!form)(?<!adapt)(?<!convers)at(?:ion|or)|(?<=retriev)al)$"
)
_PAST = re.compile(r"(?<=....)ed$")

#: Marks the core of a single word that lost its ending: "masking" is not MASK, though it may be "mask".
STEM: Final = "~"


def core(name: str, expansions: Mapping[str, Sequence[str]]) -> str:
    """The normal form of the core of `name`, never empty.

    Short forms inside it ("offline RL"; two capitals at least, not the whole name) are spelled out as
    `expansions` says: normal words by normal form.
    """
    return joined(core_words(name, expansions))


def joined(words: Words) -> str:
    """The normal form of the words of a core."""
    if len(words) == 1:
        (word,) = words
        return normal(word.removesuffix(STEM)) + STEM if word.endswith(STEM) else normal(word)
    return normal(" ".join(words))


def unordered(words: Words) -> Words | None:
    """The words of a core with those before its last two sorted, all of them where a number is among them; None
    where they are few or where a word or numbers tell their order ("text to image")."""
    if len(words) < _FEW or _ORDERING.intersection(words):
        return None
    numbered = [word for word in words if any(map(str.isdigit, word))]
    if not numbered:
        return (*sorted(words[:-2]), *words[-2:]) if len(words) >= _MANY else None
    # Parts of a name: "Mamba 2.1 Tiny", "Mamba Tiny 2.1"; two bare numbers would tell their order.
    bare = [word for word in numbered if word[0].isdigit() and word[-1].isdigit()]
    return tuple(sorted(words)) if len(bare) < 2 else None


def core_words(name: str, expansions: Mapping[str, Sequence[str]]) -> Words:
    """The words of the core of `name`, at least one."""
    found = tokens(name)
    if not found:
        return (name,)
    if len(found) == 1:
        ((raw, word),) = found
        if _capitals(raw) > 1:
            return (word,)
        # A capital may be a name's: Dreamer is no dream.
        stem = word if raw.istitle() and raw.endswith(("er", "ers", "or", "ors")) else _stem(word)
        return (word if stem == word else stem + STEM,)
    parts = [_spelled_out(raw, word, expansions) for raw, word in found]
    words = _plain(tuple(word for part in parts for word in part))
    # By letters, not words, so that "auto-regressive models" and "autoregressive models" fare alike; an
    # "NLP model" is no natural language processing, but a "medical VLM" has its long form's model.
    letters = sum(len(word) for _, word in found[:-1] if word not in _SMALL)
    telling = letters >= _TELLING or len(parts[-1]) > 2
    kept = _without_last(words, telling)
    if (
        kept == words
        and words[-1] in _AFTER_NAME
        and len(words) > 1
        and _is_name(found[-2][0], words[-1])
    ):
        kept = words[:-1]
    # Before a word that was left out, -ed makes another word ("pretrained models", "pretraining").
    last = _stem(kept[-1]) if kept == words else _ENDING.sub("", kept[-1])
    if len(kept) > 1 and not any(map(str.isdigit, "".join(kept))):
        last = min(last, _LAST_ENDING.sub("", kept[-1]), key=len)
    if len(kept) == 1 and last != kept[0]:
        last += STEM
    return tuple(_CLIPPED.get(word, word) for word in (*kept[:-1], last)) if kept[1:] else (last,)


@lru_cache(maxsize=1 << 15)
def _plain(words: Words) -> Words:
    """`words` in their plain order, without those at the start and inside that tell nothing."""
    if len(words) > 1 and words[0] in _FIRST:
        words = words[1:]
    if len(words) > 2 and words[:2] in _REPEATING:
        words = words[1:]
    if len(words) > 2 and words[-2:] == ("machine", "learning") and words[0] != "adversarial":
        words = (*words[:-2], "learning")
    if len(words) > 2 and words[0] in _DONE and words[1] == "of":
        words = (*words[2:], words[0])
    elif len(words) > 1 and words[0] in _ACTS:
        words = (*words[1:], _ACTS[words[0]])
    if len(words) < 2:
        return tuple(map(_adjective, words))
    inner = (word for word in words[1:-1] if word not in _SMALL)
    return tuple(map(_adjective, (words[0], *inner, words[-1])))


def _without_last(words: Words, telling: bool) -> Words:
    while len(words) > 1:
        last, before = words[-1], words[-2]
        general = _ENDING.sub("", last) in _LAST_OF_MANY and before not in _MODELLED
        kind = last in ("architecture", "model") and before in _MODELS
        attack = last == "attack" and (
            before in _ATTACKS or (before in _ATTACKS_OF_SOMETHING and len(words) > 2)
        )
        idle = last in _LAST or (last == "mechanism" and before not in _PRIVATE)
        use = last in _USES.get(words[-3:-1], ())
        if not (idle or attack or use or kind or (telling and general)):
            return words
        words = words[:-1]
    return words


def _is_name(raw: str, last: str) -> bool:
    """Whether a word as written is a name by itself: "BERT" before model, but not "RL"."""
    return _capitals(raw) > 1 and (len(raw) > 3 or last not in ("architecture", "model"))


def _adjective(word: str) -> str:
    """The noun: "mathematical" and "mathematics", "distributional" and "distribution" are alike."""
    long = 6 if word.endswith("ical") else 8
    return word[:-2] if word.endswith(("ical", "ional", "havioral")) and len(word) > long else word


def _stem(word: str) -> str:
    return _PAST.sub("", _ENDING.sub("", word))


def _capitals(token: str) -> int:
    return sum(char.isupper() for char in token)


def _spelled_out(raw: str, word: str, expansions: Mapping[str, Sequence[str]]) -> Sequence[str]:
    if word in expansions and _capitals(raw) > 1:
        return expansions[word]
    return (word,)
