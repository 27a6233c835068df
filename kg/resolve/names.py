"""The key and the display name of an entity: functions of its claims alone."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from functools import cached_property

from kg.resolve.abbreviation import without_inner
from kg.resolve.claims import Claim
from kg.resolve.normal import normal
from kg.resolve.reading import read


class Sense:
    """The claims of one sense, and what is counted over them."""

    def __init__(self, type: str, key: str, claims: Sequence[Claim]) -> None:
        self.type = type
        self.key = key
        self.claims = claims

    @cached_property
    def forms(self) -> dict[str, int]:
        """Every surface form, and in how many papers it stands."""
        if len(self.claims) == 1:
            return dict.fromkeys(self.claims[0].forms, 1)
        papers: defaultdict[str, set[str]] = defaultdict(set)
        for claim in self.claims:
            for form in claim.forms:
                papers[form].add(claim.paper)
        return {form: len(found) for form, found in papers.items()}

    @cached_property
    def alone(self) -> set[str]:
        """Normal forms that stand as names without a longer form beside them."""
        return {normal(claim.name) for claim in self.claims if read(claim).bare}

    @cached_property
    def keys(self) -> dict[str, int]:
        """Normal forms that may name the entity (of names and short forms, without short forms in brackets),
        and in how many papers they stand."""
        papers: dict[str, set[str]] = {
            normal(without_inner(form)): set()
            for claim in self.claims
            for form in (claim.name, *read(claim).shorts)
        }
        for claim in self.claims:
            for form in claim.forms:
                key = normal(without_inner(form))
                if key in papers:
                    papers[key].add(claim.paper)
        return {key: len(found) for key, found in papers.items()}


def choose_form(sense: Sense, free: Collection[str]) -> tuple[str, str]:
    """(key, name): the normal form in most papers, then the long one, then text order, among those in `free`
    (that no other sense has), else the sense's own; of its spellings one without a short form in brackets
    and LaTeX, then the one in most papers, then text order."""
    if free:
        key = min(free, key=lambda k: (-sense.keys[k], -len(k), k))
        spelled = [form for form in sense.forms if normal(without_inner(form)) == key]
    else:
        key = sense.key
        spelled = [claim.name for claim in sense.claims]
    return key, min(spelled, key=lambda f: (_marked_up(f), -sense.forms[f], f))


def _marked_up(form: str) -> bool:
    """Whether a spelling holds a short form in brackets, or LaTeX."""
    return without_inner(form) != form or "\\" in form or "$" in form
