"""Which sense a name that people write means, by the claims of each sense."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence

from kg.resolve.claims import Claim
from kg.resolve.decisions import Decision
from kg.resolve.normal import normal
from kg.resolve.reading import read
from kg.resolve.senses import Key, Senses

#: How well a name fits a claim: it is its long form, its name, equal to it by the core, another of its forms.
LONG, NAME, CORE, FORM = range(4)


def fit(claim: Claim, name: str, senses: Senses) -> int | None:
    """How well `name` fits a claim (less is better); None where it does not."""
    form, reading = normal(name), read(claim)
    if normal(reading.long) == form:
        return LONG
    if normal(claim.name) == form:
        return NAME
    if senses.core(reading.long) == senses.core(name):
        return CORE
    return FORM if any(normal(other) == form for other in claim.forms) else None


def best_name(claim: Claim, names: Sequence[str], senses: Senses, worst: int = FORM) -> str | None:
    """The name that fits a claim best, the first on a tie; None where none fits it at least as `worst`."""
    fits = {name: found for name in names if (found := fit(claim, name, senses)) is not None}
    good = [name for name in fits if fits[name] <= worst]
    return min(good, key=lambda name: (fits[name], names.index(name)), default=None)


class Finder:
    """Looks up the names of decisions. `key_of` says where a claim is at present."""

    def __init__(
        self,
        senses: Senses,
        claims: Iterable[Claim],
        decisions: Sequence[Decision],
        key_of: Callable[[Claim], Key | None],
    ) -> None:
        self._senses = senses
        self._key_of = key_of
        # A name that a decision gave, and a type, lead to what they were given to.
        self._renamed = {(d.type, normal(d.to)): d.names[0] for d in decisions if d.do == "rename"}
        self._retyped = {(d.to, normal(d.names[0])): d.type for d in decisions if d.do == "retype"}
        names = {name for decision in decisions for name in decision.names}
        forms, cores = {normal(name) for name in names}, {senses.core(name) for name in names}
        self._by_form: defaultdict[str, list[Claim]] = defaultdict(list)
        self._by_core: defaultdict[str, list[Claim]] = defaultdict(list)
        for claim in claims:
            for form in {normal(form) for form in claim.forms} & forms:
                self._by_form[form].append(claim)
            if (own := senses.own(claim)[1]) in cores:
                self._by_core[own].append(claim)

    def find(self, type_: str, name: str) -> Key | None:
        """The sense of this type, now or by its claims, that `name` fits best; of equals that of most papers."""
        found = self._fits(type_, name) or self._fits(type_, name, now=False)
        if not found and not self._named(type_, name):
            place = type_, normal(name)
            if place in self._renamed:
                found = self._fits(type_, self._renamed[place])
            elif place in self._retyped:
                found = self._fits(self._retyped[place], name)
        if not found:
            return None
        best = found[min(found)]
        return min(best, key=lambda key: (-len(best[key]), key))

    def holders(self, type_: str, name: str) -> list[Key]:
        """Every sense of this type that has `name` as a form, in order."""
        return sorted({key for senses in self._fits(type_, name).values() for key in senses})

    def _named(self, type_: str, name: str) -> bool:
        """Whether any claim uses the name itself, be it left out by a decision."""
        return any(claim.type == type_ for claim in self._by_form.get(normal(name), ()))

    def _fits(self, type_: str, name: str, *, now: bool = True) -> dict[int, dict[Key, set[str]]]:
        """The papers of each sense that `name` fits, by how well it does. Without `now`, the type is that of
        the claims, which a decision may have changed."""
        found: dict[int, dict[Key, set[str]]] = {}
        form, core = normal(name), self._senses.core(name)
        for claim in (*self._by_form.get(form, ()), *self._by_core.get(core, ())):
            key, how = self._key_of(claim), fit(claim, name, self._senses)
            if key is None or how is None or type_ != (key[0] if now else claim.type):
                continue
            found.setdefault(how, {}).setdefault(key, set()).add(claim.paper)
        return found
