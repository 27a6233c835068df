"""The key and the display name of an entity: functions of its claims alone."""

from collections import defaultdict
from collections.abc import Sequence
from functools import cached_property

from kg.resolve.claims import Claim
from kg.resolve.normal import normal
from kg.resolve.senses import short_forms


class Sense:
    """The claims of one sense, and what is counted over them."""

    def __init__(self, type: str, key: str, claims: Sequence[Claim]) -> None:
        self.type = type
        self.key = key
        self.claims = claims

    @cached_property
    def forms(self) -> dict[str, int]:
        """Every surface form, and in how many papers it stands."""
        papers: defaultdict[str, set[str]] = defaultdict(set)
        for claim in self.claims:
            for form in claim.forms:
                papers[form].add(claim.paper)
        return {form: len(found) for form, found in papers.items()}

    @cached_property
    def keys(self) -> dict[str, int]:
        """Normal forms that may name the entity (names and short forms), and in how many papers they stand."""
        papers: defaultdict[str, set[str]] = defaultdict(set)
        papers[self.key] = set()
        for claim in self.claims:
            for form in {claim.name, *short_forms(claim)}:
                papers[normal(form)].add(claim.paper)
            for form in claim.forms:
                if normal(form) == self.key:
                    papers[self.key].add(claim.paper)
        return {key: len(found) for key, found in papers.items()}


def choose_form(sense: Sense, free: set[str]) -> tuple[str, str]:
    """(key, name): the normal form in most papers, then the long one, then text order, among those in
    `free` (that no other sense has); of its spellings the one in most papers, then text order."""
    named = {normal(form) for form in sense.forms}
    usable = [key for key in sense.keys if key in free and key in named]
    # A long form that stands nowhere as such ("A (B) C") has only its key.
    if not usable:
        key, spelled = sense.key, list(sense.forms)
    else:
        key = min(usable, key=lambda k: (-sense.keys[k], -len(k), k))
        spelled = [form for form in sense.forms if normal(form) == key]
    return key, min(spelled, key=lambda f: (-sense.forms[f], f))
