"""The page in a real browser, its network cut: opening, searching, reading, filtering."""

from collections.abc import Callable
from typing import Any

import pytest
from viz_sample import HOSTILE, large_store, small_store, topic_store
from viz_visit import Visit

Open = Callable[..., Visit]


def test_it_opens_without_a_request_or_a_complaint(visit: Open) -> None:
    seen = visit(small_store())
    assert "7 of 7 nodes drawn" in seen.text("#summary")
    assert seen.page.locator("canvas").count() == 1
    assert seen.requests == []
    assert seen.messages == []


def test_searching_selects_a_node_and_shows_its_sentence(visit: Open) -> None:
    seen = visit(small_store())
    seen.search("tiny net")  # the alias
    panel = seen.text("#panel")
    assert "Also written tiny network" in panel
    assert "proposes 1" in panel
    assert "We propose TinyNet for parsing and compare it with BigNet." in panel
    assert "confidence 0.99" in panel
    assert "(2024)" in panel
    assert seen.page.locator("#panel mark").first.inner_text() == "TinyNet"
    assert seen.page.get_attribute("#panel a", "href") == "https://example.org/p1"
    assert seen.page.evaluate("document.activeElement.id") == "panel"
    seen.page.keyboard.press("Escape")
    assert seen.page.locator("#panel").is_hidden()
    assert seen.messages == []


def test_a_search_forgives_typos_where_nothing_fits(visit: Open) -> None:
    seen = visit(small_store())
    seen.search("tinny netwrk")
    assert "Also written tiny network" in seen.text("#panel")
    seen.page.fill("#query", "qqqq zzzz")
    assert "Nothing in this page fits" in seen.text("#hits")


def test_suggestions_can_be_walked_with_the_keyboard(visit: Open) -> None:
    seen = visit(small_store())
    seen.page.keyboard.press("/")
    seen.page.keyboard.type("net")
    first = seen.page.get_attribute("#query", "aria-activedescendant")
    seen.page.keyboard.press("ArrowDown")
    second = seen.page.get_attribute("#query", "aria-activedescendant")
    assert first != second
    chosen = seen.page.locator(f"#{second} span").inner_text()
    seen.page.keyboard.press("Enter")
    assert seen.page.inner_text("#panel h2") == chosen


def test_the_pointer_does_not_take_the_keyboard_from_the_search_box(visit: Open) -> None:
    seen = visit(small_store())
    seen.page.focus("#query")
    seen.page.mouse.move(700, 400)
    seen.page.mouse.move(720, 420)
    seen.page.keyboard.type("Tree")
    assert seen.page.input_value("#query") == "Tree"


def test_hostile_texts_stay_texts_everywhere(visit: Open) -> None:
    seen = visit(small_store(), title=HOSTILE, name="<b onmouseover=alert(1)>'&x.html")
    assert seen.text("h1") == HOSTILE
    seen.search(HOSTILE)
    assert seen.page.inner_text("#panel h2") == HOSTILE
    seen.page.get_by_role("button", name="Path to…").click()
    assert HOSTILE in seen.text("#path-name")
    seen.page.keyboard.press("Escape")
    seen.page.locator("#panel .title, #panel button.node").first.click()
    assert HOSTILE in seen.text("#panel")
    seen.page.get_by_text("Abstract").click()
    seen.page.fill("#query", "script")
    assert seen.page.locator("#hits li").count() >= 2
    seen.page.get_by_role("button", name="List").click()
    assert HOSTILE in seen.text("#list")
    seen.page.get_by_role("button", name="List").click()
    seen.page.mouse.move(*seen.point("Method:hostile"))
    seen.page.locator("#hover").wait_for()
    assert HOSTILE in seen.text("#hover")
    assert seen.page.locator("b[onmouseover]").count() == 0
    assert seen.page.locator("a[href^=javascript]").count() == 0
    assert (seen.dialogs, seen.messages, seen.requests) == ([], [], [])


def test_hostile_topics_and_answers_stay_texts(visit: Open) -> None:
    rows = [{"id": "Method:hostile", "name": HOSTILE, "head": "p2", "tail": "Method:hostile"}]
    seen = visit(small_store(), rows=rows, notes=[HOSTILE])
    assert HOSTILE in seen.text("#says")
    seen.page.locator("#answer button").first.click()
    assert seen.page.inner_text("#panel h2") == HOSTILE
    assert seen.page.locator("b[onmouseover]").count() == 0
    assert (seen.dialogs, seen.messages) == ([], [])


def test_a_fragment_that_is_no_view_of_this_page_does_no_harm(visit: Open) -> None:
    for fragment in (f"#{HOSTILE}", "#g=00000000&n=1.1.1", "#n=%zz"):
        seen = visit(small_store(), fragment=fragment)
        assert "7 of 7 nodes drawn" in seen.text("#summary")
        assert (seen.dialogs, seen.messages) == ([], [])


def test_clicking_a_line_shows_the_claim_and_those_beside_it(visit: Open) -> None:
    seen = visit(small_store())
    x, y = seen.point("Method:bignet", "Method:tinynet")
    for step in range(-30, 31, 2):  # two parallel lines pass to both sides of the middle
        seen.page.mouse.click(x, y + step)
        if seen.page.locator("#panel .ends").count():
            break
    panel = seen.text("#panel")
    assert "Other lines between the two" in panel
    assert "compared with" in panel
    assert "part of" in panel
    assert seen.page.locator("#panel mark").count() == 2


@pytest.mark.parametrize("size", [(1400, 900), (1000, 700), (390, 780)])
def test_no_frame_is_empty_whatever_is_done(visit: Open, size: tuple[int, int]) -> None:
    seen = visit(topic_store(), size=size)
    seen.watch()
    for around in ("Method:core ant 1", "Task:common"):
        seen.page.mouse.click(*seen.point(around))
        assert min(seen.painted()) > 0
        assert "Evidence" in seen.text("#panel")
        seen.page.keyboard.press("Escape")
        assert min(seen.painted()) > 0
    seen.search("core bee 1")
    seen.page.get_by_role("button", name="Path to…").click()
    seen.search("core cow 1")
    assert min(seen.painted()) > 0
    seen.page.keyboard.press("Escape")
    seen.page.get_by_role("button", name="Tidy").click()
    assert min(seen.painted()) > 0
    seen.page.get_by_role("button", name="Start", exact=True).click()
    seen.page.set_viewport_size({"width": size[0] - 60, "height": size[1] - 90})
    assert min(seen.painted()) > 0
    assert seen.messages == []


def test_expanding_moves_a_far_view_without_a_complaint(visit: Open) -> None:
    seen = visit(large_store(1500), size=(390, 780))
    seen.search("shared task 7")
    for _ in range(6):
        seen.page.get_by_role("button", name="Zoom out").click()
    seen.page.focus("#canvas .vis-network")
    for _ in range(12):
        seen.page.keyboard.press("Shift+ArrowRight")
    assert seen.point("Task:t7")[0] < 0
    seen.page.locator("#unfold").click()
    seen.settled()
    assert 0 < seen.point("Task:t7")[0] < 390
    assert seen.messages == []


def test_filters_hide_nodes_and_lines_and_say_when_nothing_is_left(visit: Open) -> None:
    seen = visit(small_store())
    seen.page.get_by_role("checkbox", name="datasets").uncheck()
    assert seen.drawn() == 6
    seen.page.get_by_role("checkbox", name="datasets").check()
    lines = seen.text("#summary")
    seen.page.get_by_role("checkbox", name="part of").uncheck()  # a relation
    assert seen.text("#summary") != lines
    seen.page.get_by_role("checkbox", name="proposes").uncheck()  # a role
    for name in ("tasks", "methods", "datasets", "papers"):
        seen.page.get_by_role("checkbox", name=name).uncheck()
    assert seen.page.locator("#nothing").is_visible()
    seen.page.locator("#nothing button").click()
    assert seen.drawn() == 7


def test_confidence_is_filtered_with_the_keyboard(visit: Open) -> None:
    seen = visit(small_store())
    before = seen.text("#summary")
    seen.page.focus("#confidence")
    seen.page.keyboard.press("End")
    assert seen.text("#confidence-value") == "1.00"
    assert seen.text("#summary") != before


def test_years_are_filtered_and_papers_without_one_are_counted(visit: Open) -> None:
    seen = visit(topic_store())
    seen.page.fill("#year-from", "2004")
    seen.page.press("#year-from", "Tab")
    assert seen.drawn() == 22  # 12 of 24 papers, and their 10 entities
    seen.page.get_by_role("button", name="Back").click()
    assert seen.drawn() == 34
    assert seen.page.input_value("#year-from") == ""


def test_papers_are_joined_and_the_tie_names_what_is_shared(visit: Open) -> None:
    seen = visit(small_store(), papers=True)
    assert "2 of 7 nodes drawn · 1 line" in seen.text("#summary")
    seen.page.mouse.click(*seen.point("p1", "p2"))
    panel = seen.text("#panel")
    assert "shares with" in panel
    assert "BigNet" in panel
    assert "parsing" in panel


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_sees_the_picture_and_the_panel_below_it(visit: Open, scheme: str) -> None:
    seen = visit(small_store(), size=(390, 780), scheme=scheme)
    assert seen.page.evaluate("document.documentElement.scrollWidth") <= 390
    seen.search("TinyNet")
    stage = seen.page.locator("#stage").bounding_box()
    panel = seen.page.locator("#panel").bounding_box()
    assert stage["y"] + stage["height"] <= panel["y"] + 1
    assert stage["height"] > 150
    seen.page.get_by_role("button", name="Filters").click()
    assert seen.page.get_by_role("checkbox", name="methods").is_visible()
    assert seen.messages == []


def test_nothing_is_cut_off_at_320_pixels(visit: Open) -> None:
    seen = visit(small_store(), size=(320, 640))
    assert seen.page.evaluate("document.documentElement.scrollWidth") <= 320


def test_a_large_graph_opens_on_a_part_and_holds_the_rest(visit: Open) -> None:
    seen = visit(large_store(1500))
    assert "of 3,150 nodes drawn" in seen.text("#summary")
    assert "other nodes are in this page too" in seen.text("#says")
    seen.search("method 1499")
    assert "We propose method 1499" in seen.text("#panel")
    assert seen.messages == []


def colours(page: Any) -> dict[str, str]:
    names = ["ground", "side", "text", "faint", "control", "accent", "mark", "mark-text", "island"]
    script = (
        "names => Object.fromEntries(names.map(n =>"
        " [n, getComputedStyle(document.documentElement).getPropertyValue('--' + n).trim()]))"
    )
    found: dict[str, str] = page.evaluate(script, names)
    return found


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(one: str, other: str) -> float:
    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_and_shapes_have_the_contrast_that_wcag_asks(visit: Open, scheme: str) -> None:
    seen = visit(small_store(), scheme=scheme)
    c = colours(seen.page)
    for text in ("text", "faint", "accent"):
        assert all(contrast(c[text], c[ground]) >= 4.5 for ground in ("ground", "side", "island"))
    assert contrast(c["mark"], c["mark-text"]) >= 4.5
    assert contrast(c["control"], c["ground"]) >= 3
    shapes = {path.get_attribute("fill") for path in seen.page.locator("#kind-filters svg *").all()}
    assert len(shapes) == 4
    assert all(contrast(shape, c["ground"]) >= 3 for shape in shapes)


# Every name of a node that is drawn on the canvas from now on: [left, top, right, bottom] in the page's pixels.
_TEXTS = """() => {
  const draw = CanvasRenderingContext2D.prototype.fillText;
  window.drawn = [];
  CanvasRenderingContext2D.prototype.fillText = function (text, x, y) {
    const { left, top } = this.canvas.getBoundingClientRect();
    const width = this.measureText(text).width;
    const from = left + x - (this.textAlign === "center" ? width / 2 : 0);
    // The names of islands stay where their islands are.
    if (!this.font.includes("12.5px")) window.drawn.push([from, top + y, from + width, top + y + 10]);
    draw.call(this, text, x, y);
  };
}"""


def test_names_end_before_the_edge_and_keep_off_the_buttons(visit: Open) -> None:
    seen = visit(large_store(300))
    seen.page.evaluate(_TEXTS)
    edge, zoom = (seen.page.locator(at).bounding_box() for at in ("#canvas", "#zoom"))
    right = edge["x"] + edge["width"]
    for _ in range(12):  # the names pass behind the buttons and out at the edge
        seen.page.mouse.move(edge["x"] + 150, edge["y"] + 150)
        seen.page.mouse.down()
        seen.page.evaluate("window.drawn = []")
        seen.page.mouse.move(edge["x"] + 187, edge["y"] + 179, steps=4)
        seen.page.mouse.up()
        seen.page.wait_for_timeout(60)
        drawn = seen.page.evaluate("window.drawn")
        assert drawn
        names = [box for box in drawn if box[0] < right]
        assert [box for box in names if box[2] > right] == []
        over = zoom["x"], zoom["y"], zoom["x"] + zoom["width"], zoom["y"] + zoom["height"]
        assert [
            box
            for box in names
            if box[0] < over[2] and over[0] < box[2] and box[1] < over[3] and over[1] < box[3]
        ] == []
