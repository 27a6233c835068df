"""The data that a page carries: the whole graph, its topics, the opening view, and what is said of it."""

import hashlib
import json
from collections.abc import Sequence
from typing import Any

from kg.schema import ENTITY_TYPES, PAPER
from kg.viz.answer import items
from kg.viz.choose import of_topic
from kg.viz.communities import Topic
from kg.viz.graph import PictureGraph
from kg.viz.layout import TALL, WIDE, positions
from kg.viz.network import Network
from kg.viz.opening import Opening
from kg.viz.tables import (
    claim_columns,
    edge_kinds,
    entity_columns,
    flat,
    kinds,
    numbers,
    paper_columns,
)

#: Nodes drawn when a topic is opened.
IN_TOPIC = 40
#: Topics that the page lists.
MOST_TOPICS = 40


def payload(
    graph: PictureGraph,
    opening: Opening,
    found: Sequence[Topic],
    of: dict[str, int],
    says: Sequence[str],
) -> dict[str, Any]:
    """Plain JSON data; see the modules for the parts. `of` maps a node id to its topic's number."""
    number = numbers(graph)
    claims, texts = claim_columns(graph, number)
    for key, paper in graph.papers.items():
        texts.setdefault(key, paper.abstract)
    data: dict[str, Any] = {
        "kinds": kinds(),
        "edgeKinds": edge_kinds(),
        "papers": paper_columns(graph.papers.values(), texts),
        "entities": entity_columns(graph.entities.values()),
        "claims": claims,
        "topics": [_topic(graph, topic, number) for topic in found[:MOST_TOPICS]],
        "topicOf": [of[n] if of.get(n, MOST_TOPICS) < MOST_TOPICS else -1 for n in graph.ids()],
        "opening": _opening(graph, opening, number),
        "off": [] if graph.mentions_drawn else ["MENTIONS"],
        "says": list(says),
    }
    if opening.view.rows is not None:
        data["answer"] = [
            {
                "text": f"{item.text}, {item.drawn:,} drawn" if item.cut else item.text,
                "nodes": [number[n] for n in item.nodes],
            }
            for item in items(opening.view.rows, set(opening.nodes))
        ]
    return data | {"stamp": _stamp(data["papers"]["id"], data["entities"]["id"])}


def _topic(graph: PictureGraph, topic: Topic, number: dict[str, int]) -> dict[str, Any]:
    nodes = of_topic(graph, topic, IN_TOPIC)
    among = set(nodes)
    links = [(n, o) for n in nodes for o in sorted(graph.links.get(n, {}).keys() & among)]
    wide, tall = (positions(nodes, links, aspect=aspect) for aspect in (WIDE, TALL))
    return {
        "name": topic.name,
        "papers": len(topic.papers),
        "nodes": [number[n] for n in nodes],
        "wide": flat(nodes, wide),
        "tall": flat(nodes, tall),
    }


def _opening(graph: PictureGraph, opening: Opening, number: dict[str, int]) -> dict[str, Any]:
    network = Network()
    for node in opening.nodes:
        kind = PAPER if node in graph.papers else ENTITY_TYPES[graph.entities[node].type]
        x, y = opening.wide[node]
        network.add_node(number[node], shape=kind.shape, colour=kind.colour, x=x, y=y)
    for tie in opening.ties:
        network.add_tie(number[tie.left], number[tie.right], tie.count)
    around = opening.view.around
    return network.data() | {
        "name": opening.view.name,
        "tall": flat(opening.nodes, opening.tall),
        "pinned": sorted(number[n] for n in opening.pinned),
        "islands": [n for n in opening.islands if n < MOST_TOPICS],
        "start": number[around] if around is not None else None,
        "onlyTies": opening.view.papers or opening.view.methods,
    }


def _stamp(*ids: list[str]) -> str:
    """Eight digits that tell this set of nodes from another: links are of one set."""
    return hashlib.sha256(json.dumps(ids).encode("utf-8", "surrogatepass")).hexdigest()[:8]
