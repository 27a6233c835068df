"""What a page opens with, and what it says of that."""

from typing import Any

import pytest
from viz_read import claims_of, data_of, drawn
from viz_sample import SampleStore, large_store, small_store, topic_store

from kg.viz import render_picture


def test_limit_nought_draws_no_more_than_a_browser_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kg.viz.picture.MOST_DRAWN", 60)
    assert len(drawn(render_picture(large_store(100), limit=0))) <= 60


@pytest.mark.parametrize("limit", [1, 2, 5, 10, 30, 120])
def test_the_limit_is_filled_where_no_entity_is_in_two_papers(limit: int) -> None:
    html = render_picture(large_store(100), types=["Method"], roles=["proposes"], limit=limit)
    assert limit - 1 <= len(drawn(html)) <= limit
    assert len(drawn(html)) >= 1
    joined = {
        end
        for claim in claims_of(html)
        if set(claim["ends"]) <= drawn(html)
        for end in claim["ends"]
    }
    assert limit == 1 or joined == drawn(html)


@pytest.mark.parametrize("view", [{}, {"papers": True}, {"methods": True}])
def test_a_limit_of_one_draws_one_node(view: dict[str, Any]) -> None:
    assert len(drawn(render_picture(topic_store(), limit=1, **view))) == 1


def test_what_only_entities_are_joined_to_is_drawn_where_there_is_room() -> None:
    own = list(small_store().edges())
    store = SampleStore(
        list(small_store().papers()),
        list(small_store().entities()),
        [edge for edge in own if edge.head not in ("p1", "p2")],
    )
    assert drawn(render_picture(store, limit=2)) == {"Method:bignet", "Method:tinynet"}


def test_around_a_node_are_its_neighbours_within_the_depth() -> None:
    store = small_store()
    near = drawn(render_picture(store, around="Method:hostile"))
    assert near == {"Method:hostile", "p2"}
    further = drawn(render_picture(store, around="Method:hostile", depth=2))
    assert further == {"Method:hostile", "p2", "Method:bignet", "Task:parsing"}
    cut = render_picture(store, around="Method:hostile", depth=2, limit=3)
    assert len(drawn(cut)) == 3
    assert "1 further node of this view is not drawn: --limit" in data_of(cut)["says"]


def test_papers_alone_are_joined_by_what_they_share() -> None:
    html = render_picture(small_store(), papers=True)
    assert drawn(html) == {"p1", "p2"}
    (tie,) = data_of(html)["opening"]["edges"]
    assert tie["value"] == 2  # BigNet and parsing; a bare mention of TreeBank does not count


def test_what_is_too_common_to_join_papers_is_named() -> None:
    html = render_picture(topic_store(papers=30), papers=True)
    says = [text for text in data_of(html)["says"] if "joins no two" in text]
    assert says == ["What more than 20 papers name joins no two: common ground"]


def test_methods_alone_are_joined_by_the_papers_that_use_both() -> None:
    html = render_picture(topic_store(), methods=True)
    assert {name.partition(":")[0] for name in drawn(html)} == {"Method"}
    assert {edge["value"] for edge in data_of(html)["opening"]["edges"]} == {8}


def test_the_rows_of_an_answer_become_a_picture_with_a_list() -> None:
    big = {"id": "Method:bignet", "name": "BigNet", "papers": 2, "tail": "Method:bignet"}
    gone = {"id": "Task:none", "name": "gone", "papers": 1, "head": "p9", "tail": "Task:none"}
    rows = [{**big, "head": "p1"}, {**big, "head": "p2"}, gone]
    html = render_picture(small_store(), rows=rows, notes=["left out one"])
    assert drawn(html) == {"Method:bignet", "p1", "p2"}
    data = data_of(html)
    assert [row["text"] for row in data["answer"]] == ["BigNet · 2 papers", "gone · 1 paper"]
    assert [len(row["nodes"]) for row in data["answer"]] == [3, 0]
    assert "left out one" in data["says"]


def test_an_answer_says_of_how_many_of_its_papers_a_claim_is_drawn() -> None:
    roles = {"proposes": 0, "uses": 12}
    row = {"year": 2024, "papers": 12, **roles, "tail": "Task:t0", "edge": "USES"}
    rows = [{**row, "head": p, "paper": p} for p in ("p00000", "p00001")]
    data = data_of(render_picture(large_store(30), rows=rows))
    assert [item["text"] for item in data["answer"]] == ["2024 · 12 papers, 2 drawn"]
    assert "2 of 12 papers drawn, the surest first" in data["says"]
    whole = [{**each, "papers": 2} for each in rows]
    data = data_of(render_picture(large_store(30), rows=whole))
    assert [item["text"] for item in data["answer"]] == ["2024 · 2 papers"]
    assert not any("papers drawn" in text for text in data["says"])
    other = {**whole[0], "year": 2025, "papers": 1}
    said = data_of(render_picture(large_store(30), rows=[*rows, other]))["says"]
    assert "In 1 row not all papers are drawn, the surest first; the answer says how many" in said
    both = [*rows, *({**each, "year": 2025} for each in rows)]
    said = data_of(render_picture(large_store(30), rows=both))["says"]
    assert "In 2 rows not all papers are drawn, the surest first; the answer says how many" in said


def test_the_opening_is_told_in_the_right_number_and_no_more_is_said_than_holds() -> None:
    def said(**view: Any) -> str:
        return str(data_of(render_picture(small_store(), **view))["says"][0])

    few = "5 tasks, methods and datasets, 2 of them in more than one paper"
    assert said() == f"Opened on {few}, and 2 papers"
    assert said(types=["Dataset"], roles=["evaluates_on"]) == "Opened on 1 dataset, and 1 paper"
    methods = said(types=["Method"], roles=["proposes"], limit=2)
    assert methods == "Opened on 1 method, and 1 paper"
    shared = data_of(render_picture(topic_store(), limit=6))["says"][0]
    assert shared == "Opened on the 6 tasks and methods that most papers share"
