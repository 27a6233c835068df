"""The graph as a property graph: what Neo4j and Cypher see."""

import re
from pathlib import Path

from graph_sample import Sample, paper
from neo4j_sample import built, small

from kg.evidence import evidence
from kg.property_graph import (
    EDGE_PROPERTIES,
    ENTITY_PROPERTIES,
    PAPER_PROPERTIES,
    Forms,
    edge_properties,
    entity_properties,
    paper_properties,
    property_graph,
    relationship,
    stored_id,
)
from kg.records import Edge, EntityNode
from kg.schema import ENTITY_TYPES, PAPER
from kg.store import open_store

ROOT = Path(__file__).resolve().parent.parent
NONE = Forms([], [])


def test_all_nodes_and_relationships_are_there_with_known_properties(tmp_path: Path) -> None:
    with open_store(built(tmp_path, small())) as store:
        graph = property_graph(store)
        info = store.info()
    assert {label: len(nodes) for label, nodes in graph.nodes.items()} == {
        "Paper": info["papers"],
        **info["entities_by_type"],
    }
    assert len(graph.relationships) == info["edges"]
    for label, nodes in graph.nodes.items():
        known = PAPER_PROPERTIES if label == "Paper" else ENTITY_PROPERTIES
        for id, properties in nodes.items():
            assert properties["id"] == id
            assert properties.keys() <= known.keys()
    for properties in graph.relationships.values():
        assert properties.keys() <= EDGE_PROPERTIES.keys()
    assert graph.nodes["Method"]["Method:alphanet"]["spellings"] == ["alpha-net", "alphanet"]
    assert graph.nodes["Method"]["Method:alphanet"]["keys"] == ["alphanet"]


def test_what_is_absent_has_no_property_and_extra_fields_are_text() -> None:
    assert paper_properties(paper("p"), NONE) == {"id": "p", "title": "FooNet"}
    full = paper_properties(next(Sample().papers()), NONE)
    assert full["extra"].startswith('{"id": 1, "key": ["k"], "label": {"x": "\ufffdy"}')
    assert full["authors"] == ["Ann Lee", "Wu, Bo"]
    edge = Edge("p", "USES", "Method:a", "p", 1, None, None)
    assert edge_properties(edge, evidence("", edge)) == {"paper": "p", "confidence": 1.0}


def test_lone_surrogates_are_replaced_one_by_one_so_that_offsets_fit() -> None:
    given = paper("p\ud800", abstract="a\udfff𝔸b")
    found = paper_properties(given, NONE)
    assert (found["id"], found["abstract"]) == ("p\ufffd", "a\ufffd𝔸b")
    assert relationship(Edge("p\ud800", "USES", "Task:t", "p\ud800", 1.0, None, None))[3:] == (
        "p\ufffd",
        "Task:t",
        "p\ufffd",
    )


def test_what_is_too_long_for_an_index_is_cut_and_kept_whole_beside() -> None:
    long = "🙂" * 10_000
    found = entity_properties(EntityNode("Method:x", "Method", long, ()), NONE)
    assert len(found["name"].encode()) <= 32_766
    assert found["full_name"] == long
    assert "full_name" not in entity_properties(
        EntityNode("Method:x", "Method", "x" * 10_000, ()), NONE
    )
    assert stored_id("p" * 8_000) == "p" * 8_000
    ids = {stored_id("p" * 9_000 + end) for end in "ab"}
    assert len(ids) == 2
    assert all(len(id) < 300 for id in ids)


def test_the_style_file_has_the_colours_of_our_pictures() -> None:
    style = (ROOT / "docs" / "neo4j.grass").read_text(encoding="utf-8")
    coloured = dict(re.findall(r"node\.(\w+) \{\s+color: (#\w{6})", style))
    wanted = {type.name: type.colour for type in (PAPER, *ENTITY_TYPES.values())}
    assert coloured == wanted


def test_the_compose_file_has_no_default_password_and_opens_no_port_to_others() -> None:
    text = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
    assert "${NEO4J_PASSWORD:?" in text
    ports = re.findall(r'- "([\d.:]+)"', text)
    assert ports
    assert all(port.startswith("127.0.0.1:") for port in ports)
    assert "healthcheck:" in text
    assert re.search(r"image: neo4j:5\S*community", text)
