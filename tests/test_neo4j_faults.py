"""Faults of a Neo4j server as users meet them: one line, one attempt, exit code 1. Needs Java and Maven."""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from neo4j_sample import built, small
from neo4j_server import Server

from kg.cli import cli
from kg.cypher.schema import EXAMPLES
from kg.neo4j.connect import Address, Database, address


@pytest.fixture
def graph(tmp_path: Path) -> Path:
    return built(tmp_path, small())


def kg(*words: str | Path) -> Result:
    return CliRunner().invoke(cli, [*map(str, words)], prog_name="kg")


def failed(result: Result) -> str:
    """The one line that a failure prints."""
    assert result.exit_code == 1, result.output
    assert result.stdout == ""
    assert len(result.stderr.strip().splitlines()) == 1
    assert "Traceback" not in result.stderr
    return str(result.stderr)


@pytest.fixture
def read_only(neo4j_server: Server, neo4j_variables: dict[str, str]) -> Iterator[None]:
    neo4j_server.say("readonly")
    yield
    neo4j_server.say("writable")


def test_a_wrong_password_is_tried_once(
    graph: Path, neo4j_variables: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NEO4J_PASSWORD", "not the password")
    began = time.monotonic()
    for words in (["load", "-g", graph], ["query", "top", "--neo4j"]):
        line = failed(kg(*words))
        assert "refuses the user neo4j; set NEO4J_USERNAME and NEO4J_PASSWORD" in line
        assert "not the password" not in line
    # The server locks a user out after three wrong ones, so that two commands may have tried once each only.
    monkeypatch.setenv("NEO4J_PASSWORD", neo4j_variables["NEO4J_PASSWORD"])
    assert kg("cypher", "RETURN 1", "--neo4j").exit_code == 0
    assert time.monotonic() - began < 60


def test_an_unknown_user_is_refused(graph: Path, neo4j_variables: dict[str, str]) -> None:
    assert "refuses the user nobody" in failed(kg("load", "--user", "nobody", "-g", graph))


@pytest.mark.parametrize("scheme", ["bolt", "neo4j"])
def test_a_closed_port_ends_soon_and_says_what_to_try(
    graph: Path, scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NEO4J_URI", f"{scheme}://127.0.0.1:1")
    monkeypatch.setenv("NEO4J_PASSWORD", "a secret")
    began = time.monotonic()
    line = failed(kg("load", "-g", graph))
    assert time.monotonic() - began < 10
    assert "no Neo4j answers there" in line
    assert "docker compose up" in line
    assert "a secret" not in line


def test_an_unknown_host_is_told(graph: Path) -> None:
    line = failed(kg("load", "--uri", "bolt://no-such-host.invalid:7687", "-g", graph))
    assert "NEO4J_URI" in line


@pytest.mark.parametrize("uri", ["http://localhost:7474", "localhost", "bolt://[", "bolt://:x"])
def test_an_address_that_is_none_is_told(graph: Path, uri: str) -> None:
    assert "NEO4J_URI" in failed(kg("load", "--uri", uri, "-g", graph))


@pytest.mark.parametrize("scheme", ["bolt", "neo4j", "neo4j+s"])
def test_a_password_in_the_address_is_refused_and_not_shown(graph: Path, scheme: str) -> None:
    line = failed(kg("load", "--uri", f"{scheme}://ada:secret@127.0.0.1:1", "-g", graph))
    assert "NEO4J_PASSWORD" in line
    assert "secret" not in line


def test_a_mistake_in_cypher_is_told_as_one(neo4j_variables: dict[str, str]) -> None:
    def told(query: str, *words: str) -> str:
        return failed(kg("cypher", query, "--neo4j", *words))

    assert "(line 1, column 10 (offset: 9))" in told("MATCH (n RETURN n")
    assert "server's log" not in told("CALL no.such()")
    assert "64 bits" in told("RETURN $n", "--param", f"n={10**30}")
    assert "UTF-8" in failed(kg("query", "top", "--venue", "\udcff", "--neo4j"))
    for query in ("CREATE (:Note)", "CALL db.createLabel('Note')", "DROP CONSTRAINT kg_paper_id"):
        assert "--write lets a query change the database" in told(query)


def test_examples_and_nodes_are_shown_as_on_the_graph_file(
    graph: Path, empty_database: Database, neo4j_variables: dict[str, str]
) -> None:
    pytest.importorskip("kglite")
    assert kg("load", "-g", graph).exit_code == 0
    nodes = "MATCH (d:Dataset) RETURN d ORDER BY d.id"
    assert "(:Entity:Dataset {" in kg("cypher", nodes, "--neo4j").stdout
    for query in (nodes, *EXAMPLES):
        there = kg("cypher", query, "--neo4j")
        assert there.exit_code == 0
        assert there.stdout == kg("cypher", query, "-g", graph).stdout


def test_a_database_that_does_not_exist_is_told(
    graph: Path, neo4j_variables: dict[str, str]
) -> None:
    line = failed(kg("load", "--database", "elsewhere", "-g", graph))
    assert "database elsewhere: there is no such database" in line


def test_a_read_only_database_is_told(
    graph: Path, empty_database: Database, read_only: None
) -> None:
    assert "read-only" in failed(kg("load", "-g", graph))
    assert "read-only" in failed(kg("cypher", "CREATE (n:Note)", "--neo4j", "--write"))
    assert kg("cypher", "MATCH (n) RETURN count(n)", "--neo4j").exit_code == 0


def test_a_missing_graph_file_is_told_before_a_server_is_looked_for(tmp_path: Path) -> None:
    line = failed(kg("load", "--uri", "bolt://127.0.0.1:1", "-g", tmp_path / "absent.kg"))
    assert "kg build" in line


def test_the_address_comes_from_options_then_variables_and_hides_the_password() -> None:
    variables = {
        "NEO4J_URI": "neo4j+s://db.example.org",
        "NEO4J_USERNAME": "ada",
        "NEO4J_PASSWORD": "secret",
        "NEO4J_DATABASE": "papers",
    }
    found = address(environment=variables)
    assert found == Address("neo4j+s://db.example.org", "ada", "secret", "papers")
    assert str(found) == "neo4j+s://db.example.org, database papers"
    assert "secret" not in repr(found)
    assert address("bolt://x", database="y", environment=variables).uri == "bolt://x"
    assert address(environment={}) == Address("neo4j://localhost:7687", "neo4j", "", "")
    assert "secret" not in str(Address("bolt://ada:secret@host:7687"))


def test_a_load_prints_its_summary_in_all_forms(
    graph: Path, empty_database: Database, neo4j_variables: dict[str, str]
) -> None:
    dry = kg("load", "--dry-run", "--format", "json", "-g", graph)
    assert dry.exit_code == 0, dry.output
    assert "would change" in dry.stderr
    loaded = kg("load", "--format", "json", "-g", graph)
    assert json.loads(loaded.stdout) == json.loads(dry.stdout)
    again: list[dict[str, Any]] = json.loads(kg("load", "--format", "json", "-g", graph).stdout)
    assert {row["created"] + row["updated"] + row["removed"] for row in again} == {0}
    assert "nothing to change" in kg("load", "-g", graph).stderr
    for result in (dry, loaded):
        assert neo4j_variables["NEO4J_PASSWORD"] not in result.output
