"""The core of a name: its words without those that do not tell it apart from other names.

"policy gradient methods" and "policy gradients", "word-level alignments" and "word alignments", "model-based
RL" and "model-based reinforcement learning" have one core each. The lists were chosen on annotated claims:
each word raises what is found and joins next to nothing that differs.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from kg.resolve.normal import normal, tokens

# Small words inside a name; not at its ends ("in-context learning", "option A").
_SMALL: Final = frozenset(
    ("a", "an", "as", "based", "driven", "for", "from", "level", "of", "style", "the", "with")
)
_LAST: Final = frozenset(
    (
        "algorithm",
        "approach",
        "framework",
        "method",
        "problem",
        "setting",
        "suite",
        "technique",
    )
)
#: Last words that tell nothing after many letters only: a "language model" is not a language.
_LAST_OF_MANY: Final = frozenset(("distribution", "model", "system"))
_TELLING: Final = 12
_ENDING = re.compile(r"(?<=....)(?:ing|er|or|ion)$")
_PAST = re.compile(r"(?<=....)ed$")


def core(name: str, expansions: Mapping[str, Sequence[str]]) -> str:
    """The normal form of the core of `name`, never empty.

    Short forms inside it ("offline RL"; two capitals at least, not the whole name) are spelled out as
    `expansions` says: normal words by normal form.
    """
    found = tokens(name)
    if not found:
        return normal(name)
    if len(found) == 1:
        ((raw, word),) = found
        return normal(word if _capitals(raw) > 1 else _stem(word))
    parts = [_spelled_out(raw, word, expansions) for raw, word in found]
    words = [word for part in parts for word in part]
    words = [words[0], *(word for word in words[1:-1] if word not in _SMALL), words[-1]]
    # By letters, not words, so that "auto-regressive models" and "autoregressive models" fare alike; an
    # "NLP model" is no natural language processing, but a "medical VLM" has its long form's model.
    telling = sum(len(word) for _, word in found[:-1]) >= _TELLING or len(parts[-1]) > 2
    kept = words
    while (len(kept) > 1 and kept[-1] in _LAST) or (
        telling and len(kept) > 1 and _ENDING.sub("", kept[-1]) in _LAST_OF_MANY
    ):
        kept = kept[:-1]
    # Before a word that was left out, -ed makes another word ("pretrained models", "pretraining").
    last = _stem(kept[-1]) if kept is words else _ENDING.sub("", kept[-1])
    return normal(" ".join((*kept[:-1], last)))


def _stem(word: str) -> str:
    return _PAST.sub("", _ENDING.sub("", word))


def _capitals(token: str) -> int:
    return sum(char.isupper() for char in token)


def _spelled_out(raw: str, word: str, expansions: Mapping[str, Sequence[str]]) -> Sequence[str]:
    if word in expansions and _capitals(raw) > 1:
        return expansions[word]
    return (word,)
