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
        "attack",
        "framework",
        "method",
        "problem",
        "setting",
        "suite",
        "technique",
    )
)
#: Last words that tell nothing after two others only: a "language model" is not a language.
_LAST_OF_THREE: Final = frozenset(("distribution", "model", "system"))
_ENDING = re.compile(r"(?<=....)(?:ing|er|or|ed|ion)$")


def core(name: str, expansions: Mapping[str, Sequence[str]]) -> str:
    """The normal form of the core of `name`, never empty.

    Short forms inside it ("offline RL"; two capitals at least, not the whole name) are spelled out as
    `expansions` says: normal words by normal form.
    """
    found = tokens(name)
    if not found:
        return normal(name)
    words = [word for _, word in found]
    if len(found) > 1:
        words = [w for raw, word in found for w in _spelled_out(raw, word, expansions)]
        words = [words[0], *(w for w in words[1:-1] if w not in _SMALL), words[-1]]
    while (len(words) > 1 and words[-1] in _LAST) or (
        len(words) > 2 and words[-1] in _LAST_OF_THREE
    ):
        words = words[:-1]
    words[-1] = _ENDING.sub("", words[-1])
    return normal(" ".join(words))


def _spelled_out(raw: str, word: str, expansions: Mapping[str, Sequence[str]]) -> Sequence[str]:
    if word in expansions and sum(char.isupper() for char in raw) > 1:
        return expansions[word]
    return (word,)
