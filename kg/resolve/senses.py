"""Which claims are about one thing.

A claim's sense is the normal form of its long form. Inside a paper a short form belongs to the long form
that it is claimed with. Across papers equal long forms are one sense; a bare short form joins the long
form that defines it, where the corpus has exactly one, and stays by itself where it has several (SAC). There
are no other links, so that two long forms never meet through a chain of mentions.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from kg.resolve.abbreviation import abbreviates, without_inner
from kg.resolve.claims import Claim
from kg.resolve.normal import normal

Key = tuple[str, str]
"""(entity type, normal form)."""

SAME: Final = "normal form"
DEFINED: Final = "short form of the same paper"
ONLY: Final = "only long form of this short form"


@dataclass(frozen=True, slots=True)
class Senses:
    """`same` leads from a sense to the one that it is a spelling of, `only` from a bare short form to the
    one sense that it stands for; both hold only what differs. `several` are the ambiguous short forms."""

    same: Mapping[Key, Key]
    only: Mapping[Key, Key]
    several: Mapping[Key, tuple[Key, ...]]

    def of(self, claim: Claim) -> Key:
        """The sense of a claim, which need not be among those that the senses were found from."""
        key = sense_key(claim)
        key = self.only.get(key, key)
        return self.same.get(key, key)


def sense_key(claim: Claim) -> Key:
    """A claim's sense by its own paper: the normal form of its long form."""
    return claim.type, normal(long_form(claim))


def long_form(claim: Claim) -> str:
    """The name without inner short forms; where the name is itself short for another form, that one."""
    longer = [f for f in claim.forms[1:] if abbreviates(claim.name, f)]
    return without_inner(min(longer, key=lambda f: (-len(f), f)) if longer else claim.name)


def short_forms(claim: Claim) -> list[str]:
    """The surface forms that abbreviate the claim's long form."""
    long = long_form(claim)
    return [form for form in claim.forms if abbreviates(form, long)]


def find_senses(claims: Iterable[Claim]) -> Senses:
    """The links between the senses of `claims`; a function of their set."""
    defined: defaultdict[Key, set[Key]] = defaultdict(set)
    for claim in claims:
        key = sense_key(claim)
        for short in short_forms(claim):
            if (claim.type, normal(short)) != key:
                defined[claim.type, normal(short)].add(key)
    only: dict[Key, Key] = {}
    several: dict[Key, tuple[Key, ...]] = {}
    for form, longs in sorted(defined.items()):
        if len(longs) == 1:
            (only[form],) = longs
        else:
            several[form] = tuple(sorted(longs))
    return Senses({}, only, several)
