"""The page as text: complete in itself, inert, the same every time."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from viz_read import claims_of, data_of, ids
from viz_sample import HOSTILE, SampleStore, large_store, small_store, topic_store

from kg.errors import InputError, KgError, NotFoundError, QueryError
from kg.viz import render_picture, write_picture
from kg.viz.page import json_in_script
from kg.viz.tables import merged, utf16_units, web_address

TESTS = Path(__file__).resolve().parent


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
    assert HOSTILE in data_of(html)["papers"]["title"]
    assert HOSTILE in data_of(html)["entities"]["name"]


def test_a_link_that_is_not_of_the_web_is_left_out(page: str) -> None:
    assert data_of(page)["papers"]["url"] == ["https://example.org/p1", ""]
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
    claims = claims_of(page)
    assert len(claims) == len(list(small_store().edges()))
    used_for = next(c for c in claims if c["type"] == "USED_FOR")
    assert used_for["sentence"] == "We propose TinyNet for parsing and compare it with BigNet."
    assert used_for["marks"] == ["TinyNet", "parsing"]
    assert all(c["marks"] for c in claims)
    parallel = [c["type"] for c in claims if c["ends"] == ("Method:bignet", "Method:tinynet")]
    assert sorted(parallel) == ["COMPARED_WITH", "PART_OF"]


def test_a_text_is_held_once(page: str) -> None:
    assert page.count("We propose TinyNet for parsing") == 1


def test_offsets_count_as_javascript_does() -> None:
    units = utf16_units("𝔸 net")
    assert [units(i) for i in range(6)] == [0, 2, 3, 4, 5, 6]
    assert merged([(3, 5), (2, 4)]) == [(2, 5)]


def test_the_same_graph_gives_the_same_bytes(page: str) -> None:
    shuffled = small_store()
    backwards = SampleStore(
        list(shuffled.papers())[::-1],
        list(shuffled.entities())[::-1],
        list(shuffled.edges())[::-1],
    )
    assert render_picture(backwards) == page


def test_bare_mentions_are_held_but_off(page: str) -> None:
    assert data_of(page)["off"] == ["MENTIONS"]
    assert "MENTIONS" in {claim["type"] for claim in claims_of(page)}
    assert data_of(render_picture(small_store(), roles=["mentions"]))["off"] == []


@pytest.mark.parametrize("view", [{}, {"around": "p1"}, {"papers": True}])
def test_positions_are_whole_and_apart_in_wide_and_in_tall_windows(view: dict[str, Any]) -> None:
    opening = data_of(render_picture(small_store(), **view))["opening"]
    tall = opening["tall"]
    for places in (
        [(node["x"], node["y"]) for node in opening["nodes"]],
        list(zip(tall[::2], tall[1::2], strict=True)),
    ):
        assert len(places) == len(opening["nodes"])
        assert all(isinstance(x, int) and isinstance(y, int) for x, y in places)
        pairs = [(a, b) for a in places for b in places if a < b]
        assert [p for p in pairs if abs(p[0][0] - p[1][0]) + abs(p[0][1] - p[1][1]) < 40] == []


def test_the_whole_graph_is_held_and_a_part_is_drawn() -> None:
    data = data_of(render_picture(large_store(1500)))
    first = len(data["opening"]["nodes"])
    assert 20 < first <= 120
    assert len(ids(data)) == 3150
    rest = f"All {3150 - first:,} other nodes are in this page too: search, or expand a node"
    assert rest in data["says"]


def test_topics_are_found_and_named_by_what_sets_them_apart() -> None:
    data = data_of(render_picture(topic_store()))
    named = [topic["name"] for topic in data["topics"]]
    assert len(named) == 3
    assert all(re.fullmatch(r"(core \w+ \d( · )?)+", name) for name in named)
    assert all(len(topic["nodes"]) * 2 == len(topic["wide"]) for topic in data["topics"])
    pairs = {(data["topicOf"][i], key[:2]) for i, key in enumerate(data["papers"]["id"])}
    assert len(pairs) == 3


def test_topics_do_not_hang_on_the_hash_seed(tmp_path: Path) -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(TESTS)!r})\n"
        "from viz_sample import topic_store\nfrom kg.viz import write_picture\n"
        "write_picture(topic_store(), sys.argv[1])"
    )
    for seed in ("1", "2"):
        subprocess.run(
            [sys.executable, "-c", code, tmp_path / seed],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": str(TESTS.parent)},
            check=True,
        )
    assert (tmp_path / "1").read_bytes() == (tmp_path / "2").read_bytes()


def test_type_role_and_confidence_leave_out_the_rest_and_say_so() -> None:
    store = small_store()
    tasks = render_picture(store, types=["Task"])
    assert set(ids(data_of(tasks))) == {"p1", "p2", "Task:parsing"}
    assert "Left out of this page: all but Task" in data_of(tasks)["says"]
    proposals = claims_of(render_picture(store, roles=["proposes"]))
    assert {c["type"] for c in proposals if c["ends"][0] in ("p1", "p2")} == {"PROPOSES"}
    sure = claims_of(render_picture(store, min_confidence=0.85))
    assert min(c["confidence"] for c in sure) >= 0.85


@pytest.mark.parametrize(
    ("store", "view", "error", "says"),
    [
        (SampleStore([], [], []), {}, QueryError, "no paper"),
        (SampleStore(list(small_store().papers()), [], []), {}, QueryError, "kg info"),
        (small_store(), {"min_confidence": 1.0}, QueryError, "--min-confidence"),
        (small_store(), {"papers": True, "types": ["Dataset"]}, QueryError, "--papers"),
        (small_store(), {"methods": True, "types": ["Task"]}, QueryError, "--methods"),
        (small_store(), {"rows": []}, QueryError, "kg query"),
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
