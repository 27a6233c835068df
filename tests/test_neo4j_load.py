"""Loading Neo4j: it becomes the embedded graph, and nothing of others is touched. Needs Java and Maven."""

import threading
from pathlib import Path
from typing import Any

import pytest
from neo4j_sample import awkward, built, changes, load_into, small
from neo4j_server import Server
from store_sample import build_claims, claim, claims

from kg.build import remove
from kg.errors import ServerError
from kg.neo4j import batches, connect
from kg.neo4j.connect import Database, address, connected
from kg.neo4j.schema import statements
from kg.property_graph import property_graph
from kg.store import open_store


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    return built(tmp_path, small())


def contents(database: Database) -> tuple[dict[Any, Any], list[Any]]:
    """All nodes by labels and id, and all relationships, as any client sees them."""
    nodes = {
        (tuple(sorted(record["labels"])), record["n"].get("id")): record["n"]
        for record in database.read("MATCH (n) RETURN labels(n) AS labels, properties(n) AS n")
    }
    edges = database.read(
        "MATCH (a)-[r]->(b) RETURN a.id, type(r), b.id, properties(r) AS r ORDER BY a.id, type(r), b.id, r.paper"
    )
    return nodes, [record.values() for record in edges]


def expected(graph: Path) -> tuple[dict[Any, Any], list[Any]]:
    with open_store(graph) as store:
        wanted = property_graph(store)
    nodes = {
        (tuple(sorted({kind, "Paper" if kind == "Paper" else "Entity"})), id): {
            **properties,
            "loaded_by": "paper-kg",
        }
        for kind, records in wanted.nodes.items()
        for id, properties in records.items()
    }
    edges = sorted(
        (
            [key.head, key.type, key.tail, properties]
            for key, properties in wanted.relationships.items()
        ),
        key=lambda row: (*row[:3], row[3]["paper"]),
    )
    return nodes, edges


def test_a_load_makes_the_database_the_graph(empty_database: Database, graph: Path) -> None:
    counts = load_into(empty_database, graph)
    assert contents(empty_database) == expected(graph)
    assert counts["Paper"] == (3, 0, 0, 0)
    assert counts["Method"] == (4, 0, 0, 0)
    assert counts["USED_FOR"] == (1, 0, 0, 0)


def test_loading_again_changes_nothing(empty_database: Database, graph: Path) -> None:
    load_into(empty_database, graph)
    before = empty_database.read("MATCH (n) RETURN elementId(n) AS id ORDER BY id")
    counts = load_into(empty_database, graph)
    assert changes(counts) == 0
    assert counts["Paper"] == (0, 0, 0, 3)
    assert empty_database.read("MATCH (n) RETURN elementId(n) AS id ORDER BY id") == before


def test_a_dry_run_says_what_would_change_and_changes_nothing(
    empty_database: Database, graph: Path
) -> None:
    would = load_into(empty_database, graph, dry_run=True)
    assert would["Paper"] == (3, 0, 0, 0)
    assert contents(empty_database) == ({}, [])
    assert load_into(empty_database, graph) == would


def test_more_papers_an_edited_one_and_a_removed_one_are_followed(
    empty_database: Database, graph: Path
) -> None:
    load_into(empty_database, graph)
    edited = small()
    edited[0] |= {"title": "AlphaNet, revised", "year": None, "venue": "ACL"}
    edited[1]["entities"][1]["role"] = "uses"
    more = claims("delta", claim("Method", "DeltaNet", role="proposes"), title="DeltaNet")
    build_claims(graph, *edited, more)
    counts = load_into(empty_database, graph)
    assert contents(empty_database) == expected(graph)
    assert counts["Paper"] == (1, 1, 0, 2)
    assert counts["COMPARES_WITH"][2] == 1
    remove(graph, "gamma")
    counts = load_into(empty_database, graph)
    assert contents(empty_database) == expected(graph)
    assert counts["Paper"][2] == counts["Method"][2] == 1


def test_what_was_changed_by_hand_is_put_right(empty_database: Database, graph: Path) -> None:
    load_into(empty_database, graph)
    for change in (
        "MATCH (n:Method {name: 'AlphaNet'}) SET n.name = 'Omega' REMOVE n:Method",
        "MATCH (n:Paper {id: 'gamma'}) REMOVE n.title",
        "MATCH (:Paper)-[r:USES]->() SET r.confidence = 0.1",
        "MATCH (:Paper {id: 'gamma'})-[r:ADDRESSES]->() DELETE r",
        "MATCH (:Method)-[r:USED_FOR]->(t:Task) CREATE (t)<-[s:ADDRESSES]-(:Paper {id: 'x', loaded_by: 'paper-kg'}) SET s.paper = 'x'",
    ):
        empty_database.write(change)
    load_into(empty_database, graph)
    assert contents(empty_database) == expected(graph)


def test_what_others_put_there_stays(empty_database: Database, graph: Path) -> None:
    empty_database.write(
        "CREATE (:Person {id: 'Method:alphanet', name: 'Ada'})-[:WROTE]->(:Paper {id: 'theirs', title: 'T'}),"
        " (:Entity:Task {id: 'Task:theirs', name: 'parsing'})"
    )
    others = contents(empty_database)
    load_into(empty_database, graph)
    empty_database.write(
        "MATCH (p:Paper {id: 'gamma'}), (a:Person) SET p.stars = 5 CREATE (a)-[:READ]->(p)"
    )
    build_claims(graph, *small()[1:])
    load_into(empty_database, graph)
    nodes, edges = contents(empty_database)
    assert nodes[("Paper",), "gamma"]["stars"] == 5
    assert others[0].items() <= nodes.items()
    assert [edge[1] for edge in edges].count("READ") == 1
    assert [edge[1] for edge in edges].count("WROTE") == 1


def test_a_node_of_others_with_our_label_and_id_stops_the_load_before_it_begins(
    empty_database: Database, graph: Path
) -> None:
    empty_database.write("CREATE (:Paper {id: 'gamma', note: 'theirs'})")
    with pytest.raises(
        ServerError, match="labelled Paper and has the id 'gamma'; load into another"
    ):
        load_into(empty_database, graph)
    assert list(contents(empty_database)[0].values()) == [{"id": "gamma", "note": "theirs"}]


def test_without_constraints_nothing_is_written(empty_database: Database, graph: Path) -> None:
    empty_database.write("DROP CONSTRAINT kg_paper_id IF EXISTS")
    empty_database.write("CREATE (:Paper {id: 'twice'}), (:Paper {id: 'twice'})")
    with pytest.raises(ServerError, match="share an id"):
        load_into(empty_database, graph)
    assert len(empty_database.read("MATCH (n) RETURN n")) == 2
    empty_database.write("MATCH (n) DELETE n")
    load_into(empty_database, graph)


def test_constraints_and_indexes_are_there_and_online(
    empty_database: Database, graph: Path
) -> None:
    load_into(empty_database, graph)
    found = empty_database.read("SHOW INDEXES YIELD name, type, state WHERE name STARTS WITH 'kg_'")
    assert {record["name"] for record in found} == set(statements())
    assert {record["state"] for record in found} == {"ONLINE"}
    assert {record["type"] for record in found} == {"RANGE", "TEXT", "FULLTEXT"}
    constraints = empty_database.read("SHOW CONSTRAINTS YIELD labelsOrTypes, properties")
    assert {(*r["labelsOrTypes"], *r["properties"]) for r in constraints} == {
        ("Paper", "id"),
        ("Entity", "id"),
    }


def test_hostile_names_are_loaded_as_they_are(empty_database: Database, tmp_path: Path) -> None:
    graph = built(tmp_path, awkward(30))
    load_into(empty_database, graph)
    assert contents(empty_database) == expected(graph)
    assert changes(load_into(empty_database, graph, dry_run=True)) == 0


def test_two_loads_at_once_make_nothing_twice(
    empty_database: Database, neo4j_server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "BATCH", 25)
    graph = built(tmp_path, awkward(40))
    start = threading.Barrier(2)
    failures: list[BaseException] = []

    def one() -> None:
        try:
            with connected(address(environment=neo4j_server.environment)) as database:
                start.wait(30)
                load_into(database, graph)
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=one) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert contents(empty_database) == expected(graph)


def test_round_trips_are_bounded_by_rows_over_batch_size(
    empty_database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "BATCH", 50)
    load_into(empty_database, built(tmp_path, small()))
    trips: list[int] = []
    write = Database.write

    def counted(self: Database, query: str, **parameters: Any) -> Any:
        trips.append(len(parameters["rows"]))
        return write(self, query, **parameters)

    monkeypatch.setattr(Database, "write", counted)
    graph = tmp_path / "more"
    graph.mkdir()
    counts = load_into(empty_database, built(graph, awkward(40)))
    assert sum(trips) == changes(counts)
    assert (
        len(trips) <= changes(counts) / 50 + 2 * 30
    )  # a part batch for each kind that comes or goes
    assert max(trips) == 50


def test_a_server_that_stops_halfway_is_told_and_the_next_load_completes(
    empty_database: Database, neo4j_server: Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "BATCH", 50)
    monkeypatch.setattr(connect, "_RETRY", 1.0)
    graph = built(tmp_path, awkward(40))

    def crash(stage: str, done: int, total: int | None) -> None:
        if total and stage == "loading USES" and done > total // 3:
            neo4j_server.kill()

    with (
        connected(address(environment=neo4j_server.environment)) as database,
        pytest.raises(
            ServerError, match=r"stopped at \w+ after \d+ of \d+ nodes.*run kg load again"
        ),
    ):
        load_into(database, graph, advance=crash)
    neo4j_server.start()
    with connected(address(environment=neo4j_server.environment)) as database:
        counts = load_into(database, graph)
        assert changes(counts) > 0
        assert sum(each[3] for each in counts.values()) > 0
        assert contents(database) == expected(graph)
