"""One answer from both homes: every named question, every name, on several graphs. Needs Java and Maven."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from neo4j_sample import AWKWARD, awkward, built, load_into, small
from store_sample import build_claims

import queries
from kg.ask import ask as ask_graph
from kg.build import build
from kg.cli import cli
from kg.errors import NotFoundError
from kg.graph import slim_graph
from kg.lookup import find_entity, find_paper
from kg.neo4j.ask import ask as ask_neo4j
from kg.neo4j.connect import Database
from kg.neo4j.names import Names
from kg.store import Store, open_store
from queries import Options
from queries.base.ask import checked
from queries.base.pairs import left_out, left_out_cypher
from queries.base.view import View

GOLD = Path(__file__).resolve().parents[2] / "shared" / "gold"

OPTIONS = {
    "as it is": Options(),
    "mentions and evidence": Options(mentions=True, evidence=True, limit=5),
    "filters": Options(min_confidence=0.4, year=(2020, 2024), venue="iclr", limit=0),
    "rare": Options(max_df=2, mentions=True),
}


class Loaded:
    """A graph in both homes, and parameters for every question."""

    def __init__(self, store: Store, database: Database) -> None:
        self.store = store
        self.database = database
        self.graph = slim_graph(store)
        self.asked = dict(_asked(self.graph))


@pytest.fixture(scope="module", params=["awkward", "annotated"])
def loaded(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, neo4j_server: Any
) -> Iterator[Loaded]:
    from kg.neo4j.connect import address, connected

    folder = tmp_path_factory.mktemp("questions")
    if request.param == "annotated":
        if not GOLD.is_dir():
            pytest.skip("the annotated abstracts are not beside the checkout")
        path = folder / "papers.kg"
        files = [GOLD / "seeds-000.jsonl", GOLD / "dev.jsonl"]
        build(files, graph=path, extractor=None, claims=True)
    else:
        path = built(folder, awkward())
    with (
        connected(address(environment=neo4j_server.environment)) as database,
        open_store(path) as store,
    ):
        load_into(database, path)
        yield Loaded(store, database)


def _asked(graph: Any) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Parameters for each question: common entities and rare ones."""
    labels = {node: data["label"] for node, data in graph.nodes(data=True)}

    def some(*types: str) -> list[str]:
        fitting = [n for n in graph if labels[n] in types]
        fitting.sort(key=lambda n: (-graph.degree(n), n))
        return list(dict.fromkeys([*fitting[:2], *fitting[-1:]]))

    entities = ("Task", "Method", "Dataset")
    for name, question in queries.questions().items():
        values: list[dict[str, Any]] = [{}]
        for parameter in question.parameters:
            if parameter.many:
                first = some(*entities)[:1]
                mixed = [*first, *(t for p in graph.predecessors(first[0]) for t in graph[p])][:2]
                choices: list[Any] = [first, mixed]
            elif parameter.kind == "choice":
                choices = [None, parameter.choices[-1]]
            else:
                types = ("Paper",) if parameter.kind == "paper" else parameter.types or entities
                choices = [*([None] if parameter.optional else []), *some(*types)]
            values = [{**known, parameter.name: choice} for known in values for choice in choices]
        yield name, [v for v in values if v.get("a", 1) != v.get("b", 2)]


@pytest.mark.parametrize("options", OPTIONS.values(), ids=list(OPTIONS))
@pytest.mark.parametrize("name", list(queries.questions()))
def test_both_homes_give_equal_rows_in_equal_order(
    loaded: Loaded, name: str, options: Options
) -> None:
    if options.max_df and not queries.find(name).pairs:
        return
    for values in loaded.asked[name][: 4 if options == Options() else 1]:
        here = ask_graph(loaded.store, name, values, options, graph=loaded.graph)
        there = ask_neo4j(loaded.database, name, values, options)
        assert there.rows == here.rows
        assert there.notes == here.notes


def test_the_questions_have_answers_to_compare(loaded: Loaded) -> None:
    answered = [
        name
        for name, asked in loaded.asked.items()
        if any(ask_graph(loaded.store, name, v, graph=loaded.graph).rows for v in asked)
    ]
    assert len(answered) >= 12, answered


@pytest.mark.parametrize("name", list(queries.questions()))
def test_raw_rows_are_the_same_keys_and_counts(loaded: Loaded, name: str) -> None:
    question = queries.find(name)
    options = Options(mentions=True)
    for values in loaded.asked[name][:2]:
        known = checked(question, values)
        keep = known.get("paper")
        aliases = {entity.id: entity.aliases for entity in loaded.store.entities()}
        view = View(loaded.graph, options, aliases, keep=keep)
        parameters = {**options.cypher_parameters(keep), **known}
        here = [_plain(row) for row in question.find(view, **known)]
        there = [_plain(r.data()) for r in loaded.database.read(question.cypher, **parameters)]
        assert sorted(there, key=repr) == sorted(here, key=repr)
        if question.pairs:
            cypher = left_out_cypher(question.pairs)
            common = [r.data() for r in loaded.database.read(cypher, **parameters)]
            assert sorted(common, key=repr) == sorted(left_out(view, question.pairs), key=repr)


def _plain(row: Mapping[str, Any]) -> dict[str, Any]:
    return {k: list(map(tuple, v)) if k in ("shared", "neighbours") else v for k, v in row.items()}


@pytest.mark.parametrize("name", list(queries.questions()))
def test_no_plan_looks_at_all_nodes(loaded: Loaded, name: str) -> None:
    question = queries.find(name)
    known = checked(question, loaded.asked[name][-1])
    parameters = {**Options().cypher_parameters(known.get("paper")), **known}
    found = loaded.database.run(f"EXPLAIN {question.cypher}", parameters, write=False)
    operators = list(_operators(found.summary.plan or {}))
    assert operators
    assert not {o for o in operators if "AllNodesScan" in o or "AllRelationships" in o}
    if any(p.kind in ("entity", "node") for p in question.parameters):
        assert any("Index" in operator for operator in operators)


def _operators(plan: Mapping[str, Any]) -> Iterator[str]:
    yield plan["operatorType"]
    for child in plan.get("children", ()):
        yield from _operators(child)


def test_names_find_the_same_nodes_in_both_homes(loaded: Loaded) -> None:
    names = Names(loaded.database)
    entities = [e for e in loaded.store.entities() if len(e.name) < 500][:12]
    forms = [f for e in entities for f in (e.id, e.name, e.name.upper(), *e.aliases[:1])]
    for form in [*forms, *AWKWARD, "Alpha Net", "no such thing", " ", "\ud800"]:
        assert _found(find_entity, names, form) == _found(find_entity, loaded.store, form)
    papers = list(loaded.store.papers())[:6]
    titles = [t for p in papers for t in (p.id, p.title, p.title[3:20], p.id[:-1])]
    for text in [*titles, *(e.name for e in entities[:4]), "no such paper", "\x07", "%", "."]:
        assert _found(find_paper, names, text) == _found(find_paper, loaded.store, text)


def _found(find: Any, home: Any, text: str) -> Any:
    try:
        found = find(home, text)
    except NotFoundError as error:
        return str(error).partition("; did you mean")[0].partition("; kg search")[0]
    return found.best.id, [other.id for other in found.others]


def test_near_names_are_told(empty_database: Database, tmp_path: Path) -> None:
    load_into(empty_database, built(tmp_path, small()))
    with pytest.raises(NotFoundError, match="did you mean 'AlphaNet'"):
        ask_neo4j(empty_database, "tasks-of-method", {"method": "AlphaNot"})
    with pytest.raises(NotFoundError, match="nothing is called"):
        ask_neo4j(empty_database, "tasks-of-method", {"method": 'title:x AND (" \\ /a/ ~'})
    with pytest.raises(NotFoundError, match="nothing is called"):
        ask_neo4j(empty_database, "tasks-of-method", {"method": "x" * 10_000})


def test_papers_of_others_count_in_no_answer(empty_database: Database, tmp_path: Path) -> None:
    path = built(tmp_path, small())
    empty_database.write("UNWIND range(1, 50) AS i CREATE (:Paper {id: 'theirs' + i, title: 'T'})")
    load_into(empty_database, path)
    with open_store(path) as store:
        for name in ("shared-methods", "top", "shared-datasets"):
            assert ask_neo4j(empty_database, name).rows == ask_graph(store, name).rows


def test_the_command_line_asks_neo4j_without_a_graph_file(
    empty_database: Database, neo4j_variables: dict[str, str], tmp_path: Path
) -> None:
    path = built(tmp_path, small())
    load_into(empty_database, path)
    for words in (
        ["papers-with", "AlphaNet", "--format", "bibtex"],
        ["top", "--format", "json"],
        ["path", "AlphaNet", "TreeSet", "--format", "csv"],
        ["shared-methods", "--evidence"],
    ):
        there = CliRunner().invoke(cli, ["query", *words, "--neo4j", "-g", "absent.kg"])
        here = CliRunner().invoke(cli, ["query", *words, "-g", str(path)])
        assert there.exit_code == here.exit_code == 0, there.output
        assert there.stdout == here.stdout != ""
    build_claims(path, *small()[:1])
    assert CliRunner().invoke(cli, ["query", "top", "-g", str(path)]).stdout != there.stdout
