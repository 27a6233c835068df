"""`kg cypher` and `kg schema` on the graph file, and how values are printed."""

import json
import re
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from neo4j_sample import AWKWARD, awkward, built, small

from kg.cli import cli
from kg.cypher.schema import EXAMPLES
from kg.cypher.values import Node, Relationship, plain, text
from kg.cypher.values import Path as Route
from kg.schema import ENTITY_TYPES, RELATION_TYPES, ROLES

needs_kglite = pytest.mark.skipif(
    subprocess.run([sys.executable, "-c", "import kglite"], capture_output=True).returncode != 0,
    reason="kglite is not installed",
)


@pytest.fixture(scope="module")
def graph(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("cypher"), small())


def kg(*words: str | Path) -> Result:
    return CliRunner().invoke(cli, [*map(str, words)], prog_name="kg")


def rows(query: str, graph: Path, *words: str) -> Any:
    result = kg("cypher", query, "-g", graph, "--format", "json", *words)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


NODE = Node("1", ("Entity", "Method"), {"name": "A", "id": "Method:a", "keys": ["a"], "zeal": 1})
PAPER = Node("2", ("Paper",), {"id": "p", "loaded_by": "paper-kg"})
USES = Relationship("USES", "2", {"confidence": 0.5, "paper": "p"})


@pytest.mark.parametrize(
    ("value", "printed"),
    [
        (NODE, '(:Entity:Method {id: "Method:a", name: "A", zeal: 1})'),
        (USES, '[:USES {paper: "p", confidence: 0.5}]'),
        (Route((PAPER, NODE), (USES,)), f'(:Paper {{id: "p"}})-{text(USES)}->{text(NODE)}'),
        (Route((NODE, PAPER), (USES,)), f'{text(NODE)}<-{text(USES)}-(:Paper {{id: "p"}})'),
        (Node("3", ("Odd `label`",), {}), "(:`Odd ``label```)"),
        ({"a": [1, None, True, 'say "x"']}, '{a: [1, null, true, "say \\"x\\""]}'),
        (date(2026, 1, 2), "2026-01-02"),
        (b"\x01\xff", "01ff"),
        ("漢", '"漢"'),
    ],
)
def test_a_value_is_printed_as_cypher_writes_it(value: Any, printed: str) -> None:
    assert text(value) == printed


def test_in_json_nodes_are_objects_and_elsewhere_text() -> None:
    assert plain(NODE, nested=True) == {
        "labels": ["Entity", "Method"],
        "id": "Method:a",
        "name": "A",
        "zeal": 1,
    }
    assert plain(Route((PAPER, NODE), (USES,)), nested=True)[1] == {
        "type": "USES",
        "paper": "p",
        "confidence": 0.5,
    }
    assert plain([NODE, 1], nested=False) == [text(NODE), 1]
    assert plain(date(2026, 1, 2), nested=True) == "2026-01-02"


@needs_kglite
def test_cypher_answers_from_the_graph_file(graph: Path) -> None:
    query = (
        "MATCH (m:Method)<-[r:USES]-(p:Paper) WHERE m.name = $name RETURN p.title AS t ORDER BY t"
    )
    assert rows(query, graph, "--param", "name=word vectors") == [
        {"t": "AlphaNet for parsing"},
        {"t": "BetaNet beats AlphaNet"},
    ]
    assert rows("MATCH (p:Paper) WHERE p.year >= $y RETURN p.id", graph, "--param", "y=2024") == [
        {"p.id": "doi:10.1/beta"}
    ]
    assert rows("MATCH (p:Paper {id: 'no'}) RETURN p", graph) == []


@needs_kglite
def test_nodes_have_the_labels_and_properties_of_neo4j(graph: Path) -> None:
    (row,) = rows("MATCH (m:Entity {name: 'AlphaNet'}) RETURN m", graph)
    assert row["m"] == {
        "labels": ["Entity", "Method"],
        "id": "Method:alphanet",
        "name": "AlphaNet",
        "aliases": ["Alpha-Net"],
    }
    (row,) = rows("MATCH (:Paper)-[r:PROPOSES]->({name: 'BetaNet'}) RETURN r", graph)
    assert row["r"]["sentence"] == "This is about BetaNet here."
    assert row["r"]["paper"] == "doi:10.1/beta"


@needs_kglite
@pytest.mark.parametrize("fmt", ["table", "json", "jsonl", "csv", "markdown"])
def test_all_formats_work(graph: Path, fmt: str) -> None:
    query = (
        "MATCH x = (p:Paper)-[r:PROPOSES]->(m) RETURN p, r, m, x, {a: [m]} AS map ORDER BY m.name"
    )
    result = kg("cypher", query, "-g", graph, "--format", fmt)
    assert result.exit_code == 0, result.output
    assert "AlphaNet" in result.stdout


@needs_kglite
def test_a_mistake_is_one_line_with_its_place(graph: Path) -> None:
    for query in (
        "MATCH (n RETURN n",
        "MATCH (n) RETURN nofunction(n)",
        "MATCH (n) RETURN $absent",
        "",
    ):
        result = kg("cypher", query, "-g", graph)
        assert result.exit_code == 1
        assert len(result.stderr.strip().splitlines()) == 1
    assert "line 1, col 17" in kg("cypher", "MATCH (n RETURN n", "-g", graph).stderr


@needs_kglite
@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("MATCH (p:Paper) RETUR p", "line 1, col 17: {}, not RETUR"),
        ("MATCH (p:Paper)\nRETUR\n p.id", "line 2, col 1: {}, not RETUR"),
        ("MATCH (p {id: 'RETUR p'}) RETUR p", "line 1, col 27: {}, not RETUR"),
        ("MATCH (p) RETUR p MATCH (p) RETUR p", "line 1, col 11: {}, not RETUR"),
        ("MATCH (p)--(q) LIMT 3", "line 1, col 16: {}, not LIMT"),
        ("MATCH (p) /* a */ wher p.year > 3", "line 1, col 19: {}, not wher"),
        ("MATCH (p) RETUR // a\n p", "line 2, col 3: {}"),
        ("MATCH (p) (q) RETURN p", "line 1, col 15: {}"),
        ("MATCH p RETURN p", "line 1, col 9: expected '(', but found a name"),
        ("MATCH (p) RETURN count(p", "line 1, col 25: Expected ')', but reached end of query"),
    ],
)
def test_a_mistake_is_told_in_the_words_of_the_query(graph: Path, query: str, told: str) -> None:
    error = kg("cypher", query, "-g", graph).stderr
    told = told.format("after a pattern comes a clause such as RETURN or WHERE")
    assert error.startswith(f"kg: error: Cypher syntax error at {told}")
    assert not re.search(r"RETURp|LIMT3|Identifier|LParen|RParen|Pattern parse", error)


@needs_kglite
@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("LOAD CSV FROM 'file:///etc/hostname' AS r RETURN r", "reads no files"),
        ("load /* all */ csv with headers from 'x.csv' as r return r", "reads no files"),
        ("RETURN 1; RETURN 2", "one by one"),
    ],
)
def test_a_query_reads_no_files_and_is_one(graph: Path, query: str, told: str) -> None:
    found = kg("cypher", query, "-g", graph)
    assert found.exit_code == 1
    assert told in found.stderr


@needs_kglite
def test_such_words_in_a_string_or_comment_are_no_matter(graph: Path) -> None:
    assert rows("RETURN 'LOAD CSV; x' AS t; // that; is all", graph) == [{"t": "LOAD CSV; x"}]


@needs_kglite
def test_no_query_changes_the_graph_file(graph: Path) -> None:
    before = graph.read_bytes()
    for query in ("CREATE (n:Note)", "MATCH (n) DETACH DELETE n", "MATCH (n) SET n.x = 1"):
        result = kg("cypher", query, "-g", graph)
        assert result.exit_code == 1
        assert "kg build" in result.stderr
    assert graph.read_bytes() == before
    assert kg("cypher", "CREATE (n)", "--write", "-g", graph).exit_code == 2


@needs_kglite
def test_awkward_names_come_through_parameters(tmp_path: Path) -> None:
    graph = built(tmp_path, awkward(60))
    found = rows("MATCH (e:Entity) RETURN e.name AS name", graph)
    names = [row["name"] for row in found if any(name in row["name"] for name in AWKWARD)]
    assert names
    for name in names[:20]:
        value = json.dumps(name)
        assert rows(
            "MATCH (e:Entity {name: $n}) RETURN e.name AS name", graph, "--param", f"n={value}"
        )


@needs_kglite
def test_the_property_end_and_comments_are_read_as_neo4j_reads_them(graph: Path) -> None:
    query = """/* where r.end
    is "open */ MATCH (:Paper)-[r:PROPOSES]->(m) // r.end
    RETURN r.end, 'r.end' AS s, r.end > r.start AS c, CASE WHEN r. end > 0 THEN 1 END AS d LIMIT 1"""
    (row,) = rows(query, graph)
    assert row == {"r.end": row["r.end"], "s": "r.end", "c": True, "d": 1}
    assert row["r.end"] > 0
    (row,) = rows("MATCH ()-[r:PROPOSES]->() RETURN r.`end` LIMIT 1", graph)
    assert list(row) == ["r.`end`"]
    assert "line 3, col" in kg("cypher", "/* a\nb */ MATCH (n)\nRETRUN n", "-g", graph).stderr


@needs_kglite
@pytest.mark.parametrize("query", EXAMPLES)
def test_the_example_queries_run(graph: Path, query: str) -> None:
    assert rows(query, graph)


@needs_kglite
def test_a_query_is_read_from_standard_input(graph: Path) -> None:
    result = CliRunner().invoke(
        cli, ["cypher", "-", "-g", str(graph)], input="MATCH (p:Paper)\nRETURN count(p) AS n"
    )
    assert result.stdout.split() == ["n", "-", "3"]


@needs_kglite
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_standard_input_is_utf_8_whatever_the_locale(graph: Path, mark: str) -> None:
    query = f"{mark}MATCH (p:Paper) RETURN 'Schrödinger' AS name LIMIT 1".encode()
    words = ["cypher", "-", "-g", str(graph), "--format", "json"]
    result = CliRunner(charset="latin-1").invoke(cli, words, input=query)
    assert json.loads(result.stdout) == [{"name": "Schrödinger"}]


def test_a_query_on_standard_input_that_is_not_utf_8_is_told(graph: Path) -> None:
    words = ["cypher", "-", "-g", str(graph)]
    result = CliRunner().invoke(cli, words, input="RETURN 'é'".encode("latin-1"))
    assert (result.exit_code, "no UTF-8 text" in result.stderr) == (1, True)


def test_a_parameter_that_cannot_be_sent_is_wrong_usage(graph: Path) -> None:
    for given in ("name", "=x", "a=\udcff", 'a="\\ud800"', f"a={'[' * 100_000}"):
        result = kg("cypher", "RETURN $a", "--param", given, "-g", graph)
        assert result.exit_code == 2
        assert "Invalid value for '--param'" in result.stderr


def test_a_query_that_is_no_text_is_told(graph: Path) -> None:
    for query, told in (("  ", "the query is empty"), ("RETURN '\udcff'", "no UTF-8 text")):
        for words in ([], ["--neo4j", "--uri", "bolt://127.0.0.1:1"]):
            result = kg("cypher", query, "-g", graph, *words)
            assert result.exit_code == 1
            assert told in result.stderr


def test_json_holds_only_the_numbers_that_json_has() -> None:
    values = [float("nan"), float("inf"), float("-inf"), 1.5]
    assert plain(values, nested=True) == ["NaN", "Infinity", "-Infinity", 1.5]


def test_without_kglite_one_line_says_how_to_get_it(graph: Path) -> None:
    code = (
        "import sys\nsys.modules['kglite'] = None\nfrom kg.cli import main\n"
        f"sys.argv = ['kg', 'cypher', 'RETURN 1', '-g', {str(graph)!r}]\nmain()"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    assert len(done.stderr.strip().splitlines()) == 1
    assert "paper-kg[cypher]" in done.stderr
    assert "--neo4j" in done.stderr


def test_without_the_driver_one_line_says_how_to_get_it(graph: Path) -> None:
    for words in (["load"], ["query", "top", "--neo4j"], ["cypher", "RETURN 1", "--neo4j"]):
        code = (
            "import sys\nsys.modules['neo4j'] = None\nfrom kg.cli import main\n"
            f"sys.argv = ['kg', *{words!r}, '-g', {str(graph)!r}]\nmain()"
        )
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        assert done.returncode == 1
        assert len(done.stderr.strip().splitlines()) == 1
        assert "paper-kg[neo4j]" in done.stderr


def test_the_schema_lists_all_there_is_and_five_queries(graph: Path) -> None:
    result = kg("schema", "-g", graph, "--format", "json")
    found = json.loads(result.stdout)
    listed = {row["name"] for row in found}
    assert {"Paper", *(f"Entity:{name}" for name in ENTITY_TYPES), *RELATION_TYPES} <= listed
    assert {name.upper() for name in ROLES} <= listed
    assert {"Paper.title", "Entity.aliases", "relationship.sentence"} <= listed
    assert [row["what"] for row in found if row["kind"] == "example"] == list(EXAMPLES)
    counts = {row["name"]: row["count"] for row in found}
    assert (counts["Paper"], counts["Entity:Method"], counts["PROPOSES"]) == (3, 4, 2)
    assert kg("schema", "-g", "absent.kg").exit_code == 0
