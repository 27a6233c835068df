"""Where people's decisions put claims.

All decisions are applied in this order, whatever their order in the list: what is taken apart, types, merges,
what is left out, display names. The outcome is a function of the claims and the decisions.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from kg.resolve.claims import Claim
from kg.resolve.decisions import Decision, Trouble
from kg.resolve.naming import FORM, NAME, Finder, best_name
from kg.resolve.normal import normal
from kg.resolve.senses import Key, Senses

Groups = dict[Key, list[Claim]]
"""The claims of each sense."""


@dataclass(frozen=True, slots=True)
class _Split:
    """Claims of a sense that one of these names fits, not worse than `worst`, go to the name's key."""

    parts: tuple[tuple[str, Key], ...]
    worst: int

    def leads(self, claim: Claim, senses: Senses) -> Key | None:
        name = best_name(claim, [name for name, _ in self.parts], senses, self.worst)
        return dict(self.parts)[name] if name is not None else None


class Curated:
    """`groups` are the senses as the decisions leave them, `names` their new display names, `apart` what is
    kept out of each, `troubles` the decisions that could not be applied; `active` says that there are any."""

    def __init__(self, senses: Senses, groups: Groups, decisions: Sequence[Decision] = ()) -> None:
        self.groups = groups
        self.names: dict[Key, str] = {}
        self.apart: defaultdict[Key, set[str]] = defaultdict(set)
        self.troubles: list[Trouble] = []
        self._senses = senses
        self._splits: dict[Key, _Split] = {}
        self._moved: dict[Key, Key] = {}
        self._why: dict[Key, tuple[str, str]] = {}
        self._ignored: set[Key] = set()
        self.active = bool(decisions)
        self._kept = [decision for decision in decisions if decision.do == "keep-apart"]
        if decisions:
            claims = [claim for group in groups.values() for claim in group]
            self._apply(decisions, Finder(senses, claims, decisions, self.key))

    def key(self, claim: Claim) -> Key | None:
        """The sense of a claim; None where a decision leaves it out."""
        key = self._part(claim)
        while key in self._moved:
            key = self._moved[key]
        return None if key in self._ignored else key

    def why(self, claim: Claim) -> tuple[str, str] | None:
        """The reason and its detail, where a decision put the claim where it is."""
        if not self.active:
            return None
        key = self._part(claim)
        told = self._why.get(key)
        while told is None and key in self._moved:
            key = self._moved[key]
            told = self._why.get(key)
        return told

    def _part(self, claim: Claim) -> Key:
        key = self._senses.of(claim)
        while key in self._splits:
            target = self._splits[key].leads(claim, self._senses)
            if target is None or target == key:
                break
            key = target
        return key

    def _apply(self, decisions: Sequence[Decision], finder: Finder) -> None:
        steps = {
            "split": self._split,
            "keep-apart": self._keep_apart,
            "retype": self._retype,
            "merge": self._merge,
            "ignore": self._ignore,
            "rename": self._rename,
        }
        for kind, step in steps.items():
            for place, decision in enumerate(decisions):
                if decision.do != kind:
                    continue
                keys = [finder.find(decision.type, name) for name in decision.names]
                known = keys[:1] if kind == "split" else keys
                unknown = [n for n, key in zip(decision.names, known, strict=False) if key is None]
                if unknown:
                    trouble = f"no {decision.type} is called {unknown[0]!r}"
                else:
                    trouble = step(decision, [key for key in keys if key is not None], finder)
                if trouble:
                    self.troubles.append(Trouble(place, f"{decision.told()}: {trouble}"))
        for decision in self._kept:
            found = {name: finder.find(decision.type, name) for name in decision.names}
            for name, key in found.items():
                if key is not None:
                    self.apart[key] |= {n for n, k in found.items() if n != name and k != key}

    def _split(self, decision: Decision, keys: Sequence[Key], finder: Finder) -> str:
        key, forms = keys[0], decision.names[1:]
        for form in forms:
            if not any(best_name(c, [form], self._senses, NAME) for c in self.groups[key]):
                return f"no paper names it by {form!r} alone"
        if all(best_name(c, forms, self._senses, NAME) for c in self.groups[key]):
            return "nothing would be left of it"
        if key in self._splits:
            return "it is taken apart already; edit that decision"
        target = self._new_key(key, forms[0])
        self._take_apart(key, _Split(tuple((form, target) for form in forms), NAME), "split from")
        return ""

    def _keep_apart(self, decision: Decision, keys: Sequence[Key], finder: Finder) -> str:
        by_key: defaultdict[Key, list[str]] = defaultdict(list)
        for name in decision.names:
            for key in finder.holders(decision.type, name):
                by_key[key].append(name)
        for key, names in sorted(by_key.items()):
            if len(names) < 2:
                continue
            papers: defaultdict[str, set[str]] = defaultdict(set)
            for claim in self.groups[key]:
                if (best := best_name(claim, names, self._senses)) is not None:
                    papers[best].add(claim.paper)
            if len(papers) < 2:
                continue
            if key in self._splits:
                return "it is taken apart already; edit that decision"
            # What fits none of the names stays with the one that the sense is known by, else of most papers.
            known = {name for name in papers if self._senses.core(name) == key[1]}
            main = min(papers, key=lambda n: (n not in known, -len(papers[n]), n))
            parts = ((n, key if n == main else self._new_key(key, n)) for n in sorted(papers))
            self._take_apart(key, _Split(tuple(parts), FORM), "kept apart from")
        return ""

    def _take_apart(self, key: Key, split: _Split, reason: str) -> None:
        self._splits[key] = split
        claims = self.groups.pop(key)
        for claim in claims:
            self.groups.setdefault(split.leads(claim, self._senses) or key, []).append(claim)
        for _, target in split.parts:
            if target != key:
                self._why[target] = (f"{reason} by curation", key[1])

    def _new_key(self, key: Key, name: str) -> Key:
        plain = key[0], normal(name)
        # Neither cores nor normal forms of names hold a space: the other key is new.
        return plain if plain not in self.groups else (key[0], f"{plain[1]} of {key[1]}")

    def _retype(self, decision: Decision, keys: Sequence[Key], finder: Finder) -> str:
        target = decision.to, keys[0][1]
        if target == keys[0]:
            return f"it is a {decision.to} already"
        while (
            target in self._moved
        ):  # what was there is elsewhere by now, and its claims are not these
            target = decision.to, f"{target[1]} of {decision.type}"
        self._why[keys[0]] = ("retyped by curation", f"from {decision.type}")
        self._move(keys[0], target)
        return ""

    def _merge(self, decision: Decision, keys: Sequence[Key], finder: Finder) -> str:
        for kept in self._kept:
            before = {finder.find(kept.type, name) for name in kept.names} - {None}
            if len({keys[0] if key in keys else key for key in before}) < len(before):
                return f"contradicts {kept.told()}; undo one of them"
        main = min(keys, key=lambda key: (-len({c.paper for c in self.groups[key]}), key))
        name = decision.names[keys.index(main)]
        for key in set(keys) - {main}:
            self._why[key] = ("merged by curation", f"with {name}")
            self._move(key, main)
        return ""

    def _move(self, key: Key, target: Key) -> None:
        self._moved[key] = target
        self.groups.setdefault(target, []).extend(self.groups.pop(key))

    def _ignore(self, decision: Decision, keys: Sequence[Key], finder: Finder) -> str:
        self._ignored.add(keys[0])
        self.groups.pop(keys[0])
        return ""

    def _rename(self, decision: Decision, keys: Sequence[Key], finder: Finder) -> str:
        known = self.names.setdefault(keys[0], decision.to)
        return "" if known == decision.to else f"it is renamed to {known!r}; undo one of them"
