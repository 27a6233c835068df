"""Which entities may be one, and which may be two: suggestions, by how much they would change.

The score of a suggestion is how many papers it would move, times a guess of how likely it is right; the guesses
are per kind of evidence and were set by reading. Entities that one paper keeps apart are seldom one.
"""

import shlex
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

from kg.records import EntityNode
from kg.resolve.entities import ONLY, VARIANT
from kg.resolve.normal import loose, normal, words
from kg.store import Store
from kg.store.trigrams import likeness

COLUMNS: Final = ("score", "do", "type", "name", "other", "papers", "why", "command")

#: More entities than this with one form are senses of a word, not spellings.
_CROWD: Final = 6
#: Below this length, one letter makes another name.
_LONG: Final = 10
#: Entities whose merges are looked at one by one.
_EXAMINED: Final = 2_000
# A form that stands only beside another name cannot be split off, and is not doubted.
_DOUBT: Final = {ONLY: 0.5, VARIANT: 0.3}


@dataclass(frozen=True, slots=True)
class _Known:
    """The entities of a graph that papers name, and the papers of each."""

    nodes: Mapping[str, EntityNode]
    papers: Mapping[str, Collection[str]]


def suggestions(store: Store) -> list[dict[str, Any]]:
    """Rows with the keys of `COLUMNS`, those that would change most first; `papers` is how many papers a
    suggestion would move, `command` what carries it out."""
    papers: defaultdict[str, set[str]] = defaultdict(set)
    for edge in store.edges():
        if edge.head == edge.paper:
            papers[edge.tail].add(edge.paper)
    known = _Known({node.id: node for node in store.entities()}, papers)
    rows = [*_merges(known), *_retypes(known), *_splits(store, known)]
    rows.sort(key=lambda row: (-row["score"], row["do"], row["type"], row["name"], row["other"]))
    return rows


def _merges(known: _Known) -> Iterator[dict[str, Any]]:
    best: dict[tuple[str, str], tuple[float, str]] = {}
    aliased, parts = _by_alias(known)
    for likely, why, groups in (
        (0.8, "the same words but for endings and order", _by_stems(known)),
        (0.6, "one letter apart", _by_letter(known)),
        (0.3, "one is also written as the other is called", aliased),
        # More often a wider notion, or another sense of a short form, than the same thing.
        (0.05, "one is shortened to what the other is called", parts),
    ):
        for group in groups:
            if not 1 < len(group) <= _CROWD:
                continue
            for a, b in combinations(sorted(group), 2):
                if likely > best.get((a, b), (0.0, ""))[0]:
                    best[a, b] = likely, why
    for (a, b), (likely, why) in best.items():
        one, two = known.papers[a], known.papers[b]
        few = min(len(one), len(two))
        apart = len(set(one) & set(two)) / few if few else 1.0
        first, second = sorted((a, b), key=lambda id_: (-len(known.papers[id_]), id_))
        yield _row("merge", known, first, second, few, likely * (1 - apart), why)


def _by_stems(known: _Known) -> Iterable[Collection[str]]:
    called = _called(known)
    found: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
    for node in known.nodes.values():
        for form in (node.name, *node.aliases):
            if called.get((node.type, normal(form)), node.id) != node.id:
                continue  # that is no likeness of words: see below
            stems = loose(form)
            if len(stems) > 1:
                found[node.type, *sorted(stems)].add(node.id)
    return found.values()


def _by_letter(known: _Known) -> Iterable[Collection[str]]:
    """Entities of more than one paper whose names are equal but for one letter."""
    found: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for node in known.nodes.values():
        key = normal(node.name)
        if len(key) < _LONG or len(known.papers[node.id]) < 2 or any(c.isdigit() for c in key):
            continue
        for shorter in {key, *(key[:n] + key[n + 1 :] for n in range(1, len(key)))}:
            found[node.type, shorter].add(node.id)
    return found.values()


def _by_alias(known: _Known) -> tuple[list[set[str]], list[set[str]]]:
    """Pairs where one is also written as the other is called; and those of them where that is only a part of
    its name, or a short form."""
    called = _called(known)
    whole: list[set[str]] = []
    parts: list[set[str]] = []
    for node in known.nodes.values():
        longer = [set(words(form)) for form in (node.name, *node.aliases)]
        for alias in node.aliases:
            other = called.get((node.type, normal(alias)), node.id)
            if other == node.id:
                continue
            own = set(words(alias))
            part = len(own) == 1 or any(own < others for others in longer)
            (parts if part else whole).append({node.id, other})
    return whole, parts


def _called(known: _Known) -> dict[tuple[str, str], str]:
    """The entity that each type and normal form is the name of."""
    return {(node.type, normal(node.name)): node.id for node in known.nodes.values()}


def _retypes(known: _Known) -> Iterator[dict[str, Any]]:
    """One name of two types, where few papers use one of them."""
    found: defaultdict[str, list[EntityNode]] = defaultdict(list)
    for node in known.nodes.values():
        found[normal(node.name)].append(node)
    for nodes in found.values():
        nodes.sort(key=lambda node: (-len(known.papers[node.id]), node.id))
        main, *others = nodes
        total = len(known.papers[main.id])
        for node in others:
            count = len(known.papers[node.id])
            if count * 4 <= total:
                why = f"{total} papers take it for a {main.type}"
                yield _row("retype", known, node.id, main.type, count, 0.4, why)


def _splits(store: Store, known: _Known) -> Iterator[dict[str, Any]]:
    nodes = sorted(known.nodes.values(), key=lambda node: (-len(known.papers[node.id]), node.id))
    for node in nodes[:_EXAMINED]:
        doubts = []
        for merge in store.why(node.id) if node.aliases else ():
            doubt = _DOUBT.get(merge["reason"], 0.0) * (1 - likeness(merge["form"], node.name))
            doubts.append((-doubt, merge["form"], merge["reason"]))
        if doubts and min(doubts)[0] < 0:
            less, form, reason = min(doubts)
            count = len(known.papers[node.id])
            yield _row("split", known, node.id, form, count, -less / max(2, len(doubts)), reason)


def _row(
    do: str, known: _Known, id_: str, other: str, papers: int, likely: float, why: str
) -> dict[str, Any]:
    node = known.nodes[id_]
    name = known.nodes[other].name if other in known.nodes else other
    command = ["kg", "curate", do, "--type", node.type, node.name, name]
    return {
        "score": round(likely * papers, 3),
        "do": do,
        "type": node.type,
        "name": node.name,
        "other": name,
        "papers": papers,
        "why": why,
        "command": shlex.join(command),
    }
