"""The graph as a property graph: labels, and flat properties that Cypher databases can hold.

One form for Neo4j, for the bulk import files and for Cypher on the graph file, so that a query answers
alike everywhere. A property graph has no null and no maps: absent values are left out, `extra` is JSON text.
"""

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final, NamedTuple, Protocol

from kg.evidence import evidence
from kg.records import Edge, EntityNode, Evidence, PaperNode
from kg.schema import ENTITY_TYPES, PAPER

#: The label that tasks, methods and datasets share.
ENTITY: Final = "Entity"

#: Property -> Cypher type. Absent where a node or relationship has nothing to say.
PAPER_PROPERTIES: Final = {
    "id": "STRING",
    "title": "STRING",
    "year": "INTEGER",
    "venue": "STRING",
    "authors": "LIST<STRING>",
    "url": "STRING",
    "ids": "LIST<STRING>",
    "abstract": "STRING",
    "extra": "STRING",
    "spellings": "LIST<STRING>",
}
ENTITY_PROPERTIES: Final = {
    "id": "STRING",
    "name": "STRING",
    "full_name": "STRING",
    "aliases": "LIST<STRING>",
    "spellings": "LIST<STRING>",
    "keys": "LIST<STRING>",
}
EDGE_PROPERTIES: Final = {
    "paper": "STRING",
    "confidence": "FLOAT",
    "sentence": "STRING",
    "start": "INTEGER",
    "end": "INTEGER",
    "head_start": "INTEGER",
    "head_end": "INTEGER",
    "tail_start": "INTEGER",
    "tail_end": "INTEGER",
}

#: Bytes that Neo4j can index: of ids (8,167 in a range index) and of names (32,766 in a text index).
_LONGEST_ID: Final = 8_100
_LONGEST_NAME: Final = 32_000
_SURROGATES: Final = re.compile("[\ud800-\udfff]")

Properties = dict[str, Any]
Nodes = Mapping[str, Mapping[str, Properties]]


class Source(Protocol):
    """What is asked of a store; all in id order."""

    def papers(self) -> Iterable[PaperNode]: ...

    def entities(self) -> Iterable[EntityNode]: ...

    def edges(self) -> Iterable[Edge]: ...

    def forms(self) -> Iterable[tuple[str, str, bool]]: ...


class Forms(NamedTuple):
    """What finds a node by name: see `kg.store.Store.forms`."""

    spellings: list[str]
    keys: list[str]


class Relationship(NamedTuple):
    """A relationship by the labels and ids of its ends; with `paper` they identify it."""

    head_label: str
    type: str
    tail_label: str
    head: str
    tail: str
    paper: str


@dataclass(frozen=True, slots=True)
class PropertyGraph:
    """`nodes`: label -> id -> properties (`Paper`, `Task`, `Method`, `Dataset`); `relationships`."""

    nodes: Nodes
    relationships: Mapping[Relationship, Properties]


def property_graph(store: Source) -> PropertyGraph:
    """The whole graph of `store`, in memory: nodes in id order, relationships paper by paper."""
    return PropertyGraph(
        nodes_of(store), relationships_of(by_paper(store.edges()), abstracts(store))
    )


def nodes_of(store: Source) -> Nodes:
    """The nodes of `store`: label -> id -> properties."""
    forms = forms_by_node(store.forms())
    nodes: dict[str, dict[str, Properties]] = {type: {} for type in (PAPER.name, *ENTITY_TYPES)}
    for paper in store.papers():
        properties = paper_properties(paper, forms[paper.id])
        nodes[PAPER.name][properties["id"]] = properties
    for entity in store.entities():
        properties = entity_properties(entity, forms[entity.id])
        nodes[entity.type][properties["id"]] = properties
    return nodes


def abstracts(store: Source) -> dict[str, str]:
    """The abstract of every paper, as given, by its id."""
    return {paper.id: paper.abstract for paper in store.papers()}


def by_paper(edges: Iterable[Edge]) -> list[Edge]:
    """`edges` in an order in which each abstract is read once."""
    return sorted(edges, key=lambda edge: edge.paper)


def relationships_of(
    edges: Iterable[Edge], texts: Mapping[str, str]
) -> dict[Relationship, Properties]:
    """The relationships that `edges`, paper by paper, are; `texts` are the abstracts by paper.

    Finding their sentences takes most of the time.
    """
    return {
        relationship(edge): edge_properties(edge, evidence(texts[edge.paper], edge))
        for edge in edges
    }


def forms_by_node(forms: Iterable[tuple[str, str, bool]]) -> Mapping[str, Forms]:
    """What finds each node; nothing for one without."""
    found: defaultdict[str, Forms] = defaultdict(lambda: Forms([], []))
    for id, form, normal in forms:
        (found[id].keys if normal else found[id].spellings).append(form)
    return found


def relationship(edge: Edge) -> Relationship:
    """What identifies the relationship that `edge` is."""
    head = PAPER.name if edge.head == edge.paper else edge.head.partition(":")[0]
    tail = edge.tail.partition(":")[0]
    ends = stored_id(edge.head), stored_id(edge.tail)
    return Relationship(head, edge.type, tail, *ends, stored_id(edge.paper))


def labels(type: str) -> tuple[str, ...]:
    """The labels of a node: `Paper`, or `Entity` and its type."""
    return (PAPER.name,) if type == PAPER.name else (ENTITY, type)


def stored_id(id: str) -> str:
    """`id`, or a short stand-in for one too long to be indexed."""
    id = _text(id)
    if _fits(id, _LONGEST_ID):
        return id
    return f"{id[:200]}~{sha256(id.encode()).hexdigest()[:32]}"


def paper_properties(paper: PaperNode, forms: Forms) -> Properties:
    """The properties of a paper; `spellings` are the ids that find it."""
    extra = json.dumps(dict(paper.extra), ensure_ascii=False, sort_keys=True, default=str)
    return _present(
        {
            "id": stored_id(paper.id),
            "title": paper.title,
            "year": paper.year,
            "venue": paper.venue,
            "authors": paper.authors,
            "url": paper.url,
            "ids": paper.ids,
            "abstract": paper.abstract,
            "extra": extra if paper.extra else "",
            "spellings": forms.spellings,
        }
    )


def entity_properties(entity: EntityNode, forms: Forms) -> Properties:
    """The properties of an entity; `spellings` are its folded names, `keys` the normal forms that find it.

    A name too long to be indexed is cut, and whole in `full_name`.
    """
    short = _fits(_text(entity.name), _LONGEST_NAME)
    return _present(
        {
            "id": stored_id(entity.id),
            "name": entity.name if short else entity.name[: _LONGEST_NAME // 4],
            "full_name": None if short else entity.name,
            "aliases": entity.aliases,
            "spellings": forms.spellings,
            "keys": forms.keys,
        }
    )


def edge_properties(edge: Edge, where: Evidence) -> Properties:
    """The properties of a relationship: its paper, how sure it is, and where the abstract states it."""
    # Every edge passes here, so no loop over what may be absent.
    properties: Properties = {"paper": stored_id(edge.paper), "confidence": float(edge.confidence)}
    if where.sentence:
        properties["sentence"] = _text(where.sentence)
    if edge.head_span or edge.tail_span:
        properties["start"], properties["end"] = where.start, where.end
    if edge.head_span:
        properties["head_start"], properties["head_end"] = edge.head_span
    if edge.tail_span:
        properties["tail_start"], properties["tail_end"] = edge.tail_span
    return properties


def _fits(text: str, size: int) -> bool:
    return len(text) <= size // 4 or len(text.encode()) <= size


def _present(properties: Mapping[str, Any]) -> Properties:
    """Without what is absent; lists as lists."""
    return {
        name: _storable(value)
        for name, value in properties.items()
        if value is not None and value != "" and value != () and value != []
    }


def _storable(value: Any) -> Any:
    if isinstance(value, str):
        return _text(value)
    return [_text(item) for item in value] if isinstance(value, list | tuple) else value


def _text(text: str) -> str:
    """`text` as UTF-8 can hold it; one character for one, so that offsets still fit."""
    return text if text.isascii() else _SURROGATES.sub("\ufffd", text)
