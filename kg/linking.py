"""Scores of resolution against claims that were clustered by reading.

Claims were judged inside groups of candidates, so only pairs inside one group count. The figures, in per cent:
precision and recall of pairs, precision, recall and F1 of B-cubed (Bagga and Baldwin, 1998), and the share of
clusters with several spellings that are exactly right: all in one entity, and nothing else of the group in it.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, TypeAlias

from kg.errors import RecordError
from kg.evaluate import form
from kg.schema import type_name

Row: TypeAlias = Mapping[str, Any]

_JUDGED = ("paper", "type", "name", "group", "cluster")


@dataclass(frozen=True, slots=True)
class _Judged:
    name: str
    cluster: Hashable
    entity: Hashable


def score_linking(
    resolved: Iterable[Row], judged: Iterable[Row]
) -> tuple[dict[str, float | int], list[dict[str, str]]]:
    """The figures, and the wrong pairs of clusters and entities as rows: `kind` (`split` or `joined`), `group`,
    `cluster`, `entity`, `names`.

    `resolved` has the keys paper, type, name and entity; `judged` paper, type, name, group and cluster. A claim
    that `resolved` lacks, or gives no entity, is an entity of its own. RecordError where a key is absent.
    """
    entities = {_claim(row): row["entity"] for row in resolved}
    groups: defaultdict[Hashable, list[_Judged]] = defaultdict(list)
    missing = 0
    for n, row in enumerate(judged, 1):
        absent = [key for key in _JUDGED if key not in row]
        if absent:
            raise RecordError(
                f"line {n}: no {absent[0]!r}; a judged claim has {', '.join(_JUDGED)}"
            )
        entity = entities.get(_claim(row))
        missing += entity is None
        alone = entity if entity is not None else ("alone", n)
        groups[row["group"]].append(_Judged(row["name"], row["cluster"], alone))
    figures = {**_pairs(groups.values()), **_b_cubed(groups.values()), **_exact(groups.values())}
    rows = sum(map(len, groups.values()))
    return {**figures, "rows": rows, "missing": missing}, _mistakes(groups)


def _claim(row: Row) -> tuple[str, str, str]:
    """Which claim a row is about, however its id and its type are written: claims are read as leniently."""
    return str(row["paper"]).strip(), type_name(str(row["type"])), str(row["name"])


def _pairs(groups: Iterable[list[_Judged]]) -> dict[str, float]:
    both = same_entity = same_cluster = 0
    for items in groups:
        for a, b in combinations(items, 2):
            one_entity, one_cluster = a.entity == b.entity, a.cluster == b.cluster
            same_entity += one_entity
            same_cluster += one_cluster
            both += one_entity and one_cluster
    return {
        "pair_precision": _percent(both, same_entity),
        "pair_recall": _percent(both, same_cluster),
    }


def _b_cubed(groups: Iterable[list[_Judged]]) -> dict[str, float]:
    precision = recall = count = 0.0
    for items in groups:
        for item in items:
            entity = [other for other in items if other.entity == item.entity]
            cluster = sum(other.cluster == item.cluster for other in items)
            both = sum(other.cluster == item.cluster for other in entity)
            precision += both / len(entity)
            recall += both / cluster
            count += 1
    precision, recall = precision / max(1, count), recall / max(1, count)
    return {
        "b3_precision": round(100 * precision, 2),
        "b3_recall": round(100 * recall, 2),
        "b3_f1": round(200 * precision * recall / max(1e-9, precision + recall), 2),
    }


def _exact(groups: Iterable[list[_Judged]]) -> dict[str, float | int]:
    exact = several = 0
    for items in groups:
        by_cluster: defaultdict[Hashable, list[_Judged]] = defaultdict(list)
        for item in items:
            by_cluster[item.cluster].append(item)
        for cluster, members in by_cluster.items():
            if len({form(member.name) for member in members}) < 2:
                continue
            several += 1
            own = {member.entity for member in members}
            foreign = any(item.entity in own for item in items if item.cluster != cluster)
            exact += len(own) == 1 and not foreign
    return {"exact_clusters": _percent(exact, several), "clusters_with_several_forms": several}


def _mistakes(groups: Mapping[Hashable, list[_Judged]]) -> list[dict[str, str]]:
    rows = []
    for group, items in groups.items():
        for kind, whole, part in (("split", "cluster", "entity"), ("joined", "entity", "cluster")):
            parts: defaultdict[Hashable, defaultdict[Hashable, set[str]]]
            parts = defaultdict(lambda: defaultdict(set))
            for item in items:
                parts[getattr(item, whole)][getattr(item, part)].add(item.name)
            for key, found in parts.items():
                for other, names in found.items() if len(found) > 1 else ():
                    ends = {whole: str(key), part: str(other)}
                    told = {"kind": kind, "group": str(group), **dict(sorted(ends.items()))}
                    rows.append({**told, "names": " | ".join(sorted(names))})
    return rows


def _percent(part: int, whole: int) -> float:
    return round(100 * part / max(1, whole), 2)
