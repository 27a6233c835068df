"""The page as text: complete in itself, inert, the same every time."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from viz_sample import HOSTILE, SampleStore, large_store, small_store

from kg.errors import InputError, KgError, NotFoundError, QueryError
from kg.viz import render_picture, write_picture
from kg.viz.page import json_in_script
from kg.viz.payload import utf16_marks, web_address

TESTS = Path(__file__).resolve().parent


def data_of(html: str) -> dict[str, Any]:
    found = re.search(r'<script id="graph-data" type="application/json">(.*?)</script>', html, re.S)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


def drawn(html: str) -> list[dict[str, Any]]:
    return [node for node in data_of(html)["nodes"] if "x" in node]


def ids(nodes: list[dict[str, Any]]) -> set[str]:
    return {node["id"] for node in nodes}


@pytest.fixture(scope="module")
def page() -> str:
    return render_picture(small_store())


def test_nothing_in_the_page_refers_to_the_network(page: str) -> None:
    assert re.findall(r"""\bsrc\s*=\s*["']""", page) == []
    assert set(re.findall(r"""<[^>]*\bhref\s*=\s*["']?([^"'>]+)""", page)) == {"data:,"}
    assert re.findall(r"""url\(\s*["']?(?!data:)[a-z]""", page) == []
    assert re.findall(r"@import|\bimport\s*\(|sourceMappingURL|<link[^>]+stylesheet", page) == []


def test_a_policy_forbids_all_but_the_inline_texts(page: str) -> None:
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page)
    assert policy
    rules = policy[1].replace("&#39;", "'")
    assert rules.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in rules
    assert "http" not in rules


def test_hostile_texts_are_markup_nowhere() -> None:
    html = render_picture(small_store(), title=HOSTILE)
    assert "<b onmouseover" not in html
    assert html.count("</script>") == len(re.findall("^<script", html, re.M)) == 3
    held = {node["label"] for node in data_of(html)["nodes"]}
    assert HOSTILE in held


def test_a_link_that_is_not_of_the_web_is_left_out(page: str) -> None:
    urls = {node["id"]: node.get("url") for node in data_of(page)["nodes"]}
    assert urls["p1"] == "https://example.org/p1"
    assert urls["p2"] is None
    assert web_address("data:text/html,x") == web_address("https://") == web_address("//x") == ""


def test_a_script_cannot_be_ended_by_data() -> None:
    text = json_in_script({"a": "</script><!-- &amp; \u2028\u2029"})
    assert not set("<>&\u2028\u2029") & set(text)
    assert json.loads(text) == {"a": "</script><!-- &amp; \u2028\u2029"}


def test_values_that_json_lacks_are_coerced() -> None:
    odd = {"set": {"b", "a"}, "int": np.int64(3), "path": Path("x"), "tuple": (1, 2)}
    assert json.loads(json_in_script(odd)) == {
        "set": ["a", "b"],
        "int": 3,
        "path": "x",
        "tuple": [1, 2],
    }


def test_every_claim_is_there_with_its_sentence_and_its_mention_marked(page: str) -> None:
    data = data_of(page)
    assert len(data["edges"]) == len(list(small_store().edges()))
    used_for = next(e for e in data["edges"] if e["type"] == "USED_FOR")
    sentence = data["sentences"][used_for["sentence"]]
    assert [sentence[start:end] for start, end in used_for["marks"]] == ["TinyNet", "parsing"]
    parallel = [
        e["type"]
        for e in data["edges"]
        if (e["from"], e["to"]) == ("Method:bignet", "Method:tinynet")
    ]
    assert sorted(parallel) == ["COMPARED_WITH", "PART_OF"]


def test_marks_count_as_javascript_does() -> None:
    assert utf16_marks("𝔸 net", [(2, 5)]) == [[3, 6]]
    assert utf16_marks("a net", [(2, 4), (3, 5)]) == [[2, 5]]


def test_the_same_graph_gives_the_same_bytes(page: str) -> None:
    shuffled = small_store()
    backwards = SampleStore(
        list(shuffled.papers())[::-1],
        list(shuffled.entities())[::-1],
        list(shuffled.edges())[::-1],
    )
    assert render_picture(backwards) == page


def test_bare_mentions_are_held_but_off(page: str) -> None:
    data = data_of(page)
    assert data["off"] == ["MENTIONS"]
    assert "MENTIONS" in {edge["type"] for edge in data["edges"]}
    only = data_of(render_picture(small_store(), roles=["mentions"]))
    assert only["off"] == []


def test_positions_are_whole_and_apart(page: str) -> None:
    places = [(node["x"], node["y"]) for node in drawn(page)]
    assert len(places) == 7
    assert all(isinstance(x, int) and isinstance(y, int) for x, y in places)
    near = [
        (a, b) for a in places for b in places if a < b and abs(a[0] - b[0]) + abs(a[1] - b[1]) < 40
    ]
    assert near == []


def test_three_thousand_nodes_are_capped_and_the_rest_is_counted() -> None:
    html = render_picture(large_store(1500))
    assert 20 < len(drawn(html)) <= 120
    assert data_of(html)["total"] == {"papers": 1500, "entities": 1650}
    assert len(data_of(html)["nodes"]) == 3150


def test_more_than_a_page_can_hold_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kg.viz.picture.MOST_HELD", 200)
    data = data_of(render_picture(large_store(500), limit=50))
    assert len(data["nodes"]) == 200
    assert sum(data["total"].values()) == 1050


def test_limit_nought_draws_no_more_than_a_browser_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kg.viz.picture.MOST_DRAWN", 60)
    assert len(drawn(render_picture(large_store(100), limit=0))) <= 60


def test_around_a_node_are_its_neighbours_within_the_depth() -> None:
    store = small_store()
    near = ids(drawn(render_picture(store, around="Method:hostile")))
    assert near == {"Method:hostile", "p2"}
    further = ids(drawn(render_picture(store, around="Method:hostile", depth=2)))
    assert further == {"Method:hostile", "p2", "Method:bignet", "Task:parsing"}


def test_papers_alone_are_joined_by_what_they_share() -> None:
    html = render_picture(small_store(), papers=True)
    assert ids(drawn(html)) == {"p1", "p2"}
    tie = next(e for e in data_of(html)["edges"] if e["type"] == "SHARES")
    assert set(tie["via"]) == {"Method:bignet", "Task:parsing"}


def test_type_role_and_confidence_leave_out_the_rest() -> None:
    store = small_store()
    tasks = render_picture(store, types=["Task"])
    assert ids(data_of(tasks)["nodes"]) == {"p1", "p2", "Task:parsing"}
    proposals = data_of(render_picture(store, roles=["proposes"]))
    assert {e["type"] for e in proposals["edges"] if e["from"] in ("p1", "p2")} == {"PROPOSES"}
    sure = data_of(render_picture(store, min_confidence=0.85))
    assert min(e["confidence"] for e in sure["edges"]) >= 0.85


@pytest.mark.parametrize(
    ("store", "view", "error", "says"),
    [
        (SampleStore([], [], []), {}, QueryError, "no paper"),
        (SampleStore(list(small_store().papers()), [], []), {}, QueryError, "kg info"),
        (small_store(), {"min_confidence": 1.0}, QueryError, "--min-confidence"),
        (small_store(), {"papers": True, "types": ["Dataset"]}, QueryError, "--papers"),
        (small_store(), {"around": "Task:none"}, NotFoundError, "Task:none"),
    ],
)
def test_an_empty_picture_is_an_error_that_says_why(
    store: SampleStore, view: dict[str, Any], error: type[KgError], says: str, tmp_path: Path
) -> None:
    with pytest.raises(error, match=says):
        write_picture(store, tmp_path / "x.html", **view)
    assert list(tmp_path.iterdir()) == []


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="does not exist"):
        write_picture(small_store(), tmp_path / "none" / "x.html")


def test_it_writes_utf8_under_a_plain_c_locale_and_touches_only_its_output(tmp_path: Path) -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(TESTS)!r})\n"
        "from viz_sample import small_store\nfrom kg.viz import write_picture\n"
        "write_picture(small_store(), 'page.html')"
    )
    surroundings = {
        "LC_ALL": "C",
        "PYTHONUTF8": "0",
        "PYTHONCOERCECLOCALE": "0",
        "PYTHONHASHSEED": "7",
    }
    subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**surroundings, "PYTHONPATH": str(TESTS.parent), "PYTHONDONTWRITEBYTECODE": "1"},
        check=True,
        capture_output=True,
    )
    assert [path.name for path in tmp_path.iterdir()] == ["page.html"]
    written = (tmp_path / "page.html").read_bytes()
    assert "Schrödinger 漢 𝔸".encode() in written
    assert written.decode("utf-8") == render_picture(small_store())
