"""The named questions, on a graph small enough to count by hand."""

import re
from typing import Any

import networkx as nx
import pytest
from query_sample import ALIASES, ASKED, GRAPH, build, cells, rows_of, run

import queries
from kg.errors import QueryError
from kg.records import Evidence
from kg.schema import RELATION_TYPES, ROLES, edge_type
from queries import Options
from queries.base.options import parse_years
from queries.base.pairs import left_out, left_out_cypher
from queries.base.ranking import rarity
from queries.base.registry import question
from queries.base.view import View

NAMES = [
    "ambiguous", "built-on", "co-used", "compared-with", "datasets-for-task", "methods-for-task",
    "methods-on-dataset", "papers-with", "path", "reused", "shared-datasets", "shared-methods",
    "similar-papers", "tasks-of-method", "timeline", "top", "untried",
]  # fmt: skip


def test_these_are_the_questions() -> None:
    assert list(queries.questions()) == NAMES


def test_a_name_cannot_be_taken_twice() -> None:
    taken = queries.find("top")
    with pytest.raises(ValueError, match="'top' is registered already"):
        question("top", cypher="", fields=(), keys=(), score=None, support=taken.support)(
            taken.find
        )


@pytest.mark.parametrize("name", NAMES)
def test_a_question_says_what_it_answers_and_its_columns(name: str) -> None:
    asked = queries.find(name)
    assert asked.help.endswith(".")
    shown = re.findall(r"`(\w+)`", asked.doc)
    missing = set(run(name)[0]) - set(shown)
    if name == "path":
        missing -= {"head", "edge", "tail", "paper", "sentence", "start", "end", "confidence"}
    assert not missing


@pytest.mark.parametrize("name", NAMES)
def test_cypher_takes_only_known_parameters_and_schema_types(name: str) -> None:
    asked = queries.find(name)
    known = {*Options().cypher_parameters(), *(p.name for p in asked.parameters)}
    assert set(re.findall(r"\$(\w+)", asked.cypher)) <= known
    assert {p.name for p in asked.parameters} <= set(re.findall(r"\$(\w+)", asked.cypher))
    kinds = {*RELATION_TYPES, *(edge_type(role) for role in ROLES)}
    listed = {kind for t in re.findall(r"-\[\w+:([\w|]+)\]", asked.cypher) for kind in t.split("|")}
    assert listed <= kinds
    assert "apoc" not in asked.cypher.lower()


@pytest.mark.parametrize("name", NAMES)
def test_cypher_returns_the_keys_of_the_raw_rows(name: str) -> None:
    asked = queries.find(name)
    values = {p.name: None for p in asked.parameters} | ASKED[name]
    raw = next(iter(asked.find(View(GRAPH, aliases=ALIASES), **values)))
    returned = asked.cypher.rpartition("RETURN ")[2].partition(" ORDER BY")[0]
    depth, part = 0, ""
    parts: list[str] = []
    for character in returned:
        depth += (character in "([{") - (character in ")]}")
        if character == "," and depth == 0:
            parts, part = [*parts, part], ""
        else:
            part += character
    keys = [item.split(" AS ")[-1].strip() for item in [*parts, part]]
    assert keys == list(raw)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("evidence", [False, True])
def test_an_answer_does_not_depend_on_the_order_of_the_graph(name: str, evidence: bool) -> None:
    options = Options(evidence=evidence, mentions=True)
    answers = [
        rows_of(name, graph, ASKED[name], options, aliases=ALIASES)
        for graph in (GRAPH, build(reverse=True))
    ]
    assert answers[0] == answers[1] != []


@pytest.mark.parametrize("name", NAMES)
def test_rows_are_flat_with_stable_keys_and_the_limit_holds(name: str) -> None:
    rows = run(name, limit=0)
    assert len({tuple(row) for row in rows}) == 1
    assert all(
        value is None or isinstance(value, str | int | float) for r in rows for value in r.values()
    )
    cut = run(name, limit=1)
    assert cut == (rows[: rows[0]["length"]] if name == "path" else rows[:1])
    scores = [row["score"] for row in rows if "score" in row]
    assert scores == sorted(scores, reverse=True)


def test_methods_for_task_counts_papers_roles_and_stated_relations() -> None:
    keys = ("id", "papers", "proposes", "compares_with", "uses", "states", "score")
    assert cells(run("methods-for-task"), *keys) == [
        ("Method:lora", 2, 1, 1, 0, 1, 3.0),
        ("Method:transformer", 2, 0, 0, 2, 0, 2.0),
        ("Method:dora", 1, 1, 0, 0, 0, 1.0),
    ]


def test_bare_mentions_count_only_when_asked() -> None:
    assert cells(run("methods-for-task", mentions=True), "id", "papers")[:1] == [("Method:lora", 3)]
    assert "Method:sac" in {row["id"] for row in run("methods-for-task", mentions=True)}


def test_a_relation_alone_connects() -> None:
    graph = build()
    graph.remove_edge("p:1", "Task:tuning")
    rows = rows_of("methods-for-task", graph, {"task": "Task:tuning"})
    assert ("Method:lora", 2, 1) in cells(rows, "id", "papers", "states")


def test_confidence_year_and_venue_filter_papers_and_what_they_state() -> None:
    method = {"method": "Method:lora"}

    def tasks(**options: Any) -> list[tuple[Any, ...]]:
        return cells(run("tasks-of-method", method, **options), "id", "papers", "states")

    assert tasks() == [("Task:tuning", 2, 1), ("Task:translation", 1, 0)]
    assert tasks(min_confidence=0.5) == [("Task:tuning", 2, 1)]
    assert tasks(min_confidence=0.85) == [("Task:tuning", 2, 0)]
    assert tasks(year=(2021, None)) == [("Task:translation", 1, 0), ("Task:tuning", 1, 0)]
    assert tasks(year=(None, 2020)) == [("Task:tuning", 1, 1)]
    assert tasks(venue="iclr") == [("Task:tuning", 2, 1)]
    assert tasks(venue="nowhere") == []


def test_other_questions_of_this_kind() -> None:
    assert cells(run("datasets-for-task"), "id", "papers", "evaluates_on", "states") == [
        ("Dataset:glue", 2, 2, 1)
    ]
    assert cells(run("compared-with"), "id", "papers", "proposes", "states") == [
        ("Method:dora", 1, 1, 1)
    ]
    assert cells(run("built-on"), "id", "papers", "proposes", "states") == [
        ("Method:dora", 1, 0, 1)
    ]
    assert cells(run("built-on", {"method": "Method:transformer"}), "id", "proposes") == [
        ("Method:dora", 1),
        ("Method:lora", 1),
    ]
    assert cells(run("co-used"), "id", "papers") == [("Method:dora", 1), ("Method:lora", 1)]
    assert cells(run("methods-on-dataset"), "id", "papers", "states") == [
        ("Method:lora", 2, 1),
        ("Method:transformer", 2, 0),
        ("Method:dora", 1, 0),
    ]


def test_papers_with_wants_all_entities_and_ranks_by_role() -> None:
    assert cells(run("papers-with"), "paper", "title", "year", "roles", "score") == [
        ("p:1", "Title 1", 2020, "proposes; addresses", 8.0),
        ("p:2", "Title 2", 2021, "compares_with; addresses", 6.0),
    ]
    lora = ["Method:lora", "Method:lora"]
    assert cells(run("papers-with", {"entity": lora}), "paper") == [("p:1",), ("p:2",), ("p:3",)]
    assert cells(run("papers-with", {"entity": lora, "role": "uses"}), "paper") == [("p:3",)]


def test_a_role_of_bare_mentions_needs_no_flag() -> None:
    asked = {"entity": ["Method:lora"], "role": "mentions"}
    assert cells(run("papers-with", asked), "paper") == [("p:5",)]
    assert cells(run("top", {"role": "mentions"}), "id", "papers") == [
        ("Method:lora", 1),
        ("Task:tuning", 1),
    ]


def test_pairs_are_ranked_by_the_rarity_of_what_they_share() -> None:
    lora, two = rarity(3, 5), rarity(2, 5)
    assert cells(run("shared-methods"), "paper_a", "paper_b", "shared", "count", "score") == [
        ("p:1", "p:2", "transformer; lora", 2, round(lora + two, 6)),
        ("p:3", "p:4", "beam", 1, round(two, 6)),
        ("p:1", "p:3", "lora", 1, round(lora, 6)),
        ("p:2", "p:3", "lora", 1, round(lora, 6)),
    ]
    assert cells(run("shared-datasets"), "paper_a", "title_b") == [
        ("p:1", "Title 2"),
        ("p:3", "Title 4"),
    ]


def test_pairs_of_one_paper_start_at_it_whatever_its_year() -> None:
    asked = {"paper": "p:3"}
    assert cells(run("shared-methods", asked), "paper_a", "paper_b") == [
        ("p:3", "p:4"),
        ("p:3", "p:1"),
        ("p:3", "p:2"),
    ]
    assert cells(run("shared-methods", asked, year=(2020, 2020)), "paper_b") == [("p:1",)]
    assert cells(run("similar-papers", asked, year=(2020, 2020)), "paper") == [("p:1",)]


def test_what_is_too_common_for_pairs_is_left_out_and_said() -> None:
    answer = queries.answer("shared-methods", GRAPH, options=Options(max_df=2))
    assert cells(answer.rows, "shared") == [("transformer",), ("beam",)]
    assert answer.notes == (
        "left out 1 method in more than 2 papers: lora (3); --max-df changes that",
    )
    assert left_out(View(GRAPH, Options(max_df=2)), "Method") == [{"id": "Method:lora", "df": 3}]
    assert left_out_cypher("Method").endswith("RETURN e.id AS id, df")


def test_the_default_cap_is_twenty_or_two_percent() -> None:
    graph: nx.MultiDiGraph = nx.MultiDiGraph()
    graph.add_nodes_from([str(i) for i in range(1999)], label="Paper", title="")
    assert View(GRAPH).cap == 20
    assert View(graph).cap == 39


def test_similar_papers_count_tasks_methods_and_datasets() -> None:
    assert cells(run("similar-papers"), "paper", "count") == [("p:2", 4), ("p:3", 1)]


def test_top_takes_a_type_and_a_role() -> None:
    assert cells(run("top", limit=2), "id", "papers", "uses") == [
        ("Method:lora", 3, 1),
        ("Dataset:glue", 2, 0),
    ]
    assert cells(run("top", {"type": "Task"}), "id") == [("Task:translation",), ("Task:tuning",)]
    assert cells(run("top", {"role": "proposes", "type": "Dataset"}), "id") == [("Dataset:wmt",)]


def test_untried_names_what_neighbours_have_and_the_task_has_not() -> None:
    rows = run("untried")
    assert cells(rows, "id", "neighbours", "score") == [
        ("Method:dora", "tuning", round(1 / 6**0.5, 6)),
        ("Method:transformer", "tuning", round(1 / 6**0.5, 6)),
    ]
    rows = run("untried", {"task": "Task:generation"})
    assert cells(rows, "id", "count", "score") == [
        ("Method:beam", 1, 1.0),
        ("Method:lora", 1, 1.0),
    ]


def test_reused_needs_another_paper() -> None:
    keys = ("id", "proposed_by", "proposed_title", "proposers", "papers")
    assert cells(run("reused"), *keys) == [
        ("Method:lora", "p:1", "Title 1", 1, 2),
        ("Dataset:wmt", "p:3", "Title 3", 1, 1),
    ]
    assert cells(run("reused", {"type": "Dataset"}), "id") == [("Dataset:wmt",)]


def test_timeline_runs_by_year_and_skips_unknown_years() -> None:
    assert cells(run("timeline"), "year", "papers", "proposes", "uses") == [
        (2020, 1, 1, 0),
        (2021, 1, 0, 0),
        (2022, 1, 0, 1),
    ]
    assert cells(run("timeline", {"entity": "Method:beam"}), "year") == [(2022,)]


def test_ambiguous_lists_every_sense_of_a_short_form() -> None:
    assert cells(run("ambiguous"), "short", "id", "senses", "papers") == [
        ("SAC", "Method:lora", 2, 3),
        ("SAC", "Method:sac", 2, 1),
    ]


def test_evidence_adds_the_edges_of_a_row_surest_first() -> None:
    def sentence(link: queries.Link) -> Evidence:
        return Evidence(link.paper, f"{link.head} {link.type} {link.tail}", 3, 9, ())

    asked = {"task": "Task:translation"}
    rows = rows_of("methods-for-task", GRAPH, asked, Options(evidence=True), evidence_of=sentence)
    lora = [row for row in rows if row["id"] == "Method:lora"]
    assert cells(lora, "paper", "edge", "tail", "confidence") == [
        ("p:3", "ADDRESSES", "Task:translation", 0.9),
        ("p:3", "USES", "Method:lora", 0.4),
    ]
    assert cells(lora, "sentence", "start", "end")[1] == ("p:3 USES Method:lora", 3, 9)


@pytest.mark.parametrize("name", NAMES)
def test_every_row_has_its_evidence(name: str) -> None:
    bare = [row for row in run(name, limit=0) if name != "path"]
    backed = run(name, limit=0, evidence=True)
    for row in bare:
        kept = {k: v for k, v in row.items() if k not in {"paper"}}
        assert any(kept.items() <= edge.items() for edge in backed)
    assert all(edge["edge"] for edge in backed)


def test_wrong_parameters_are_refused_in_one_line() -> None:
    wrong: list[tuple[str, dict[str, Any], str]] = [
        ("nothing", {}, "no question is named 'nothing'"),
        ("top", {"size": 3}, "top has no parameter 'size'"),
        ("top", {"type": "Author"}, "type 'Author' is none of Task, Method, Dataset"),
        ("untried", {}, "untried needs TASK"),
        ("papers-with", {"entity": []}, "papers-with needs ENTITY"),
    ]
    for name, values, text in wrong:
        with pytest.raises(QueryError, match=re.escape(text)):
            rows_of(name, GRAPH, values)
    with pytest.raises(QueryError, match="run backwards"):
        Options(year=(2023, 2020))


def test_years_are_read_with_open_ends() -> None:
    assert parse_years("2020:2023") == (2020, 2023)
    assert parse_years(" 2020: ") == (2020, None)
    assert parse_years(":2023") == (None, 2023)
    assert parse_years("2020") == (2020, 2020)
    for wrong in ("", ":", "20a0", "2020-2023", "1:2:3", "20200:", f"{9**99}:", "२०२०"):
        with pytest.raises(QueryError):
            parse_years(wrong)


def test_an_unknown_node_has_an_empty_answer_not_a_crash() -> None:
    graph = build()
    graph.add_node("Task:lonely", label="Task", name="lonely")
    for name in ("untried", "methods-for-task", "datasets-for-task"):
        assert rows_of(name, graph, {"task": "Task:lonely"}) == []
    assert rows_of("timeline", graph, {"entity": "Task:lonely"}) == []
    assert rows_of("path", graph, {"a": "Task:lonely", "b": "p:1"}) == []


def test_an_empty_graph_answers_with_nothing() -> None:
    for name in ("top", "reused", "ambiguous", "shared-methods", "shared-datasets"):
        assert rows_of(name, nx.MultiDiGraph()) == []
