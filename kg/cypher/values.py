"""What a Cypher query returns, whichever database ran it, as text and as JSON."""

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from kg.property_graph import EDGE_PROPERTIES, ENTITY, ENTITY_PROPERTIES, PAPER_PROPERTIES

#: Properties that serve looking up names; a node is printed without them.
HIDDEN: Final = frozenset(("loaded_by", "spellings", "keys"))

_NOT_FINITE: Final = {math.inf: "Infinity", -math.inf: "-Infinity"}

_ORDER: Final = {
    name: place
    for place, name in enumerate(
        dict.fromkeys((*PAPER_PROPERTIES, *ENTITY_PROPERTIES, *EDGE_PROPERTIES))
    )
}


@dataclass(frozen=True, slots=True)
class Node:
    """A node; `key` tells it from others of the same answer."""

    key: str
    labels: tuple[str, ...]
    properties: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Relationship:
    """A relationship; `start` is the key of the node that it leaves."""

    type: str
    start: str
    properties: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Path:
    """Nodes with the relationships between them, in order."""

    nodes: tuple[Node, ...]
    relationships: tuple[Relationship, ...]


@dataclass(frozen=True, slots=True)
class Result:
    """Rows of values with their columns; `notes` tell what a query changed."""

    columns: list[str]
    rows: list[dict[str, Any]]
    notes: tuple[str, ...] = ()


def plain(value: Any, *, nested: bool) -> Any:
    """`value` as JSON holds it; unless `nested`, nodes, relationships, paths and maps as text like Cypher."""
    match value:
        case float() if not math.isfinite(value):
            return _NOT_FINITE.get(value, "NaN")  # JSON has no such number
        case None | bool() | int() | float() | str():
            return value
        case Node() | Relationship() | Path():
            return _object(value) if nested else text(value)
        case Mapping():
            return {k: plain(v, nested=True) for k, v in value.items()} if nested else text(value)
        case list() | tuple():
            return [plain(item, nested=nested) for item in value]
        case _:
            return text(value)


def text(value: Any) -> str:
    """`value` as one would write it in Cypher."""
    match value:
        case Node():
            return f"({''.join(map(_label, value.labels))}{_braces(value.properties)})"
        case Relationship():
            return f"[{_label(value.type)}{_braces(value.properties)}]"
        case Path():
            return _path(value)
        case Mapping():
            return _map(value)
        case list() | tuple():
            return f"[{', '.join(map(text, value))}]"
        case bytes() | bytearray():
            return value.hex()
        case None | bool() | int() | float() | str():
            return json.dumps(value, ensure_ascii=False)
        case _:
            return str(value)


def in_order(labels: Iterable[str]) -> tuple[str, ...]:
    """Labels as every home shows them: the one that many nodes share first."""
    return tuple(sorted(labels, key=lambda label: (label != ENTITY, label)))


def shown(properties: Mapping[str, Any]) -> dict[str, Any]:
    """The properties that are printed, those that name a node first."""
    names = sorted(properties.keys() - HIDDEN, key=lambda n: (_ORDER.get(n, len(_ORDER)), n))
    return {name: properties[name] for name in names}


def _object(value: Node | Relationship | Path) -> Any:
    match value:
        case Node():
            return {"labels": list(value.labels), **_nested(value.properties)}
        case Relationship():
            return {"type": value.type, **_nested(value.properties)}
        case Path():
            return [_object(step) for step in _steps(value)]


def _nested(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {name: plain(value, nested=True) for name, value in shown(properties).items()}


def _steps(path: Path) -> Iterable[Node | Relationship]:
    for node, relationship in zip(path.nodes, path.relationships, strict=False):
        yield from (node, relationship)
    yield from path.nodes[-1:]


def _path(path: Path) -> str:
    parts = [text(path.nodes[0])]
    for before, step, after in zip(path.nodes, path.relationships, path.nodes[1:], strict=False):
        forward = step.start == before.key
        parts += ["-" if forward else "<-", text(step), "->" if forward else "-", text(after)]
    return "".join(parts)


def _label(name: str) -> str:
    return f":{name}" if name.isidentifier() else f":`{name.replace('`', '``')}`"


def _braces(properties: Mapping[str, Any]) -> str:
    known = shown(properties)
    return f" {_map(known)}" if known else ""


def _map(values: Mapping[str, Any]) -> str:
    return "{" + ", ".join(f"{name}: {text(value)}" for name, value in values.items()) + "}"
