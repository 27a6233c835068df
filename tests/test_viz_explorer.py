"""Exploring a graph in the page, by clicks and keys: expanding, going back, paths, lists, links, pictures."""

import struct
from collections.abc import Callable
from pathlib import Path

from viz_sample import HOSTILE, large_store, small_store, topic_store
from viz_visit import Visit

from kg.viz import write_picture

Open = Callable[..., Visit]


def test_neighbours_expand_and_collapse(visit: Open) -> None:
    seen = visit(small_store(), around="Method:hostile")
    assert seen.drawn() == 2
    seen.search("</script")  # the title of p2 and a method; the better connected comes first
    seen.page.locator("#panel button.title").first.click()
    assert seen.page.inner_text("#panel .kind") == "Paper"
    seen.page.get_by_role("button", name="Show 2 more neighbours").click()
    assert seen.drawn() == 4
    seen.page.get_by_role("button", name="Collapse").click()
    assert seen.drawn() == 2


def test_a_double_click_expands_and_another_collapses(visit: Open) -> None:
    seen = visit(small_store(), around="Task:parsing")
    before = seen.drawn()
    seen.page.keyboard.press("Escape")
    seen.settled()  # the canvas takes back the panel's room
    seen.page.mouse.dblclick(*seen.point("p1"))
    assert seen.drawn() == before + 2  # TreeBank and BigNet
    assert seen.page.inner_text("#panel h2") == "Schrödinger 漢 𝔸"
    seen.settled()
    seen.page.mouse.dblclick(*seen.point("p1"))
    assert seen.drawn() == before


def test_expanding_shows_the_rarest_and_strongest_first_and_says_how_many_more(visit: Open) -> None:
    seen = visit(large_store(100), around="p00000")
    seen.search("shared task 0")
    assert "Show 9 more neighbours" in seen.text("#unfold")
    seen = visit(topic_store(papers=60), around="Method:core ant 0")
    seen.search("common ground")
    assert "Show 12 of 40 more" in seen.text("#unfold")
    before = seen.drawn()
    seen.page.click("#unfold")
    assert seen.drawn() == before + 12
    assert "Show 12 of 28 more" in seen.text("#unfold")
    assert "12 neighbours added, 28 more" in seen.text("#status")


def test_what_is_rare_comes_before_what_everything_names(visit: Open) -> None:
    seen = visit(topic_store(), around="an00", limit=1)
    seen.search("Paper 0 on ant")
    seen.page.click("#unfold")
    seen.page.get_by_role("button", name="List").click()
    assert seen.drawn() == 5
    order = seen.page.evaluate("window.kgPicture.neighbours('an00')")
    assert order[:3] == ["core ant 0", "core ant 1", "core ant 2"]
    assert order[3] == "common ground"


def test_back_and_forward_walk_through_what_was_seen(visit: Open) -> None:
    seen = visit(small_store(), around="Method:hostile")
    back = seen.page.get_by_role("button", name="Back")
    forward = seen.page.get_by_role("button", name="Forward")
    assert back.is_disabled()
    seen.search("TinyNet")
    more = seen.drawn()
    assert more > 2
    back.click()
    assert seen.drawn() == 2
    assert seen.page.inner_text("#panel h2") == HOSTILE
    forward.click()
    assert seen.drawn() == more
    assert seen.page.inner_text("#panel h2") == "TinyNet"
    seen.page.go_back()  # the browser's own way back
    assert seen.drawn() == 2
    assert seen.messages == []


def test_a_path_is_found_drawn_and_backed_by_sentences(visit: Open) -> None:
    seen = visit(small_store(), around="Method:hostile")
    seen.search(HOSTILE)
    seen.page.get_by_role("button", name="Path to…").click()
    seen.page.keyboard.type("TreeB")
    seen.page.keyboard.press("Enter")
    panel = seen.text("#panel")
    assert "Path of 4 steps" in panel
    assert "→ TreeBank" in panel
    assert seen.page.locator("#panel .step").count() == 4
    assert "TinyNet is evaluated on TreeBank." in panel
    assert "Other paths as short" in panel
    first = seen.page.locator("#panel .steps").inner_text()
    seen.page.locator("#panel section button.title").last.click()
    assert seen.page.locator("#panel .steps").inner_text() != first
    seen.page.get_by_role("button", name="Back", exact=True).click()
    assert seen.messages == []


def test_a_path_can_be_given_up_or_end_at_a_click(visit: Open) -> None:
    seen = visit(small_store())
    seen.search("TreeBank")
    seen.page.get_by_role("button", name="Path to…").click()
    seen.page.keyboard.press("Escape")
    assert seen.page.locator("#path-mode").is_hidden()
    assert seen.page.inner_text("#panel h2") == "TreeBank"
    seen.page.get_by_role("button", name="Path to…").click()
    seen.settled()
    seen.page.mouse.click(*seen.point("Task:parsing"))
    assert "TreeBank → parsing" in seen.text("#panel h2")


def test_where_no_path_is_it_says_so(visit: Open) -> None:
    seen = visit(large_store(30))
    seen.search("method 0")
    seen.page.get_by_role("button", name="Path to…").click()
    seen.page.keyboard.type("method 29")
    seen.page.keyboard.press("Enter")
    assert "No path" in seen.text("#message")


def test_the_papers_behind_a_node_are_a_list_in_the_chosen_order(visit: Open) -> None:
    seen = visit(small_store())
    seen.search("BigNet")
    seen.page.get_by_role("tab", name="Papers (2)").click()
    papers = seen.page.locator("#panel .paper")
    assert papers.count() == 2
    assert "compares with · Parsing Days · 2024" in papers.nth(0).inner_text()
    seen.page.select_option("#panel select", "title")
    assert papers.nth(0).inner_text().startswith(HOSTILE)
    papers.nth(1).get_by_role("button").click()
    assert seen.page.inner_text("#panel h2") == "Schrödinger 漢 𝔸"


def test_a_papers_abstract_stands_in_its_panel_with_every_mention_marked(visit: Open) -> None:
    seen = visit(small_store())
    seen.search("Schrödinger")
    seen.page.get_by_text("Abstract").click()
    assert "𝔸 text. We propose" in seen.text("#panel .abstract")
    assert "TreeBank" in seen.page.locator("#panel .abstract mark").all_inner_texts()


def test_a_topic_opens_from_the_list_with_its_papers(visit: Open) -> None:
    seen = visit(topic_store())
    seen.page.locator("#topics button").first.click()
    assert "Topic of 8 papers" in seen.text("#panel")
    drawn = seen.drawn()
    assert 8 < drawn < 34
    seen.page.get_by_role("button", name="Start").click()
    assert seen.drawn() == 34


def test_a_link_restores_the_view(visit: Open) -> None:
    seen = visit(small_store(), around="Method:hostile")
    seen.search("TinyNet")
    seen.page.get_by_role("checkbox", name="datasets").uncheck()
    seen.page.get_by_role("button", name="Copy link").click()
    seen.page.locator("#message").wait_for()
    link, shown = seen.page.url, seen.text("#summary")
    spot = seen.point("Method:tinynet")
    again = seen.page.context.new_page()
    again.goto(link)
    assert " ".join(again.inner_text("#summary").split()) == shown
    assert again.inner_text("#panel h2") == "TinyNet"
    assert not again.get_by_role("checkbox", name="datasets").is_checked()
    seen.page = again
    seen.settled()
    assert max(abs(a - b) for a, b in zip(seen.point("Method:tinynet"), spot, strict=True)) < 3


def test_a_link_of_another_graph_says_so(visit: Open) -> None:
    seen = visit(small_store())
    seen.search("TinyNet")
    fragment = seen.page.url.partition("#")[2]
    other = visit(topic_store(), fragment=f"#{fragment}")
    assert "another version" in other.text("#message")


def test_the_view_is_saved_as_a_png_under_a_harmless_name(visit: Open, tmp_path: Path) -> None:
    seen = visit(small_store(), title=f"../{HOSTILE}")
    with seen.page.expect_download() as caught:
        seen.page.get_by_role("button", name="Save PNG").click()
    assert caught.value.suggested_filename == "script-b-onmouseover-alert-1-x.png"
    caught.value.save_as(tmp_path / "saved.png")
    head = (tmp_path / "saved.png").read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", head[16:])
    canvas = seen.page.locator("#canvas").bounding_box()
    assert width == round(2 * canvas["width"])  # twice the screen's resolution
    assert height > 2 * canvas["height"]  # heading and legend
    assert seen.messages == []


def test_what_is_drawn_can_be_read_as_a_table(visit: Open) -> None:
    seen = visit(small_store())
    seen.page.get_by_role("button", name="List").click()
    table = seen.page.locator("#list tbody tr")
    assert table.count() == 7
    assert "parsing" in table.nth(0).inner_text()
    table.nth(0).get_by_role("button").click()
    assert seen.page.locator("#list").is_hidden()
    assert seen.page.inner_text("#panel h2") == "parsing"


def test_the_canvas_is_walked_and_expanded_with_keys_alone(visit: Open) -> None:
    seen = visit(small_store(), around="Task:parsing")
    seen.page.keyboard.press("Escape")
    assert "vis-network" in seen.page.evaluate("document.activeElement.className")
    seen.page.keyboard.press("ArrowRight")
    first = seen.page.inner_text("#panel h2")
    for key in ("ArrowLeft", "ArrowUp", "ArrowDown"):
        seen.page.keyboard.press(key)
    before = seen.drawn()
    seen.page.keyboard.press("Enter")
    assert seen.page.evaluate("document.activeElement.id") == "panel"
    assert first
    seen.search("Schrödinger")
    seen.page.locator(".vis-network").focus()
    seen.page.keyboard.press("e")
    assert seen.drawn() == before + 2
    seen.page.keyboard.press("c")
    assert seen.drawn() == before
    seen.page.keyboard.press("l")
    assert seen.page.locator("#list").is_visible()
    assert seen.messages == []


def test_single_keys_can_be_switched_off(visit: Open) -> None:
    seen = visit(small_store())
    seen.page.get_by_text("Help and keys").click()
    seen.page.get_by_role("checkbox", name="single keys on").uncheck()
    seen.page.locator(".vis-network").focus()
    seen.page.keyboard.press("l")
    seen.page.keyboard.press("/")
    assert seen.page.locator("#list").is_hidden()
    assert seen.page.evaluate("document.activeElement.id") != "query"
    seen.page.keyboard.press("Control+k")
    assert seen.page.evaluate("document.activeElement.id") == "query"


def test_every_control_can_be_reached_in_order_and_has_a_name(visit: Open) -> None:
    seen = visit(small_store(), around="Method:tinynet")
    order = []
    for _ in range(45):
        seen.page.keyboard.press("Tab")
        order.append(
            seen.page.evaluate(
                "(e => e.closest('header,#tools,nav,main,aside')?.id || '')(document.activeElement)"
            )
        )
    places = [p for p in dict.fromkeys(order) if p]
    assert places[:5] == ["top", "tools", "filters", "stage", "panel"]
    names = seen.page.evaluate(
        "[...document.querySelectorAll('button, input, select')].filter(e => e.checkVisibility())"
        ".map(e => e.getAttribute('aria-label') || e.textContent.trim()"
        " || (e.labels && e.labels.length && e.labels[0].textContent.trim()) || '')"
    )
    assert all(names)
    small = seen.page.evaluate(
        "[...document.querySelectorAll('button, select, .toggle')].filter(e => e.checkVisibility())"
        ".map(e => e.getBoundingClientRect()).filter(r => r.width < 24 || r.height < 24).length"
    )
    assert small == 0  # target size of WCAG 2.2


def test_tidying_up_moves_what_is_drawn_and_stands_still_again(visit: Open) -> None:
    seen = visit(small_store())
    before = seen.point("Method:hostile")
    seen.page.get_by_role("button", name="Tidy").click()
    seen.settled()
    after = seen.point("Method:hostile")
    assert after != before
    seen.settled()
    assert seen.point("Method:hostile") == after


def test_a_page_in_a_frame_without_an_address_still_goes_back(visit: Open, tmp_path: Path) -> None:
    seen = visit(small_store())
    write_picture(small_store(), tmp_path / "inner.html", around="Method:hostile")
    inner = (tmp_path / "inner.html").read_text("utf-8")
    seen.page.evaluate(
        "html => { const f = document.createElement('iframe'); f.srcdoc = html; f.id = 'inner';"
        " f.style = 'position:fixed;inset:0;width:100%;height:100%;z-index:9'; document.body.append(f); }",
        inner,
    )
    frame = seen.page.frame_locator("#inner")
    frame.locator("#query").fill("TinyNet")
    frame.locator("#query").press("Enter")
    frame.get_by_role("button", name="Back").click()
    assert frame.locator("#summary").inner_text().startswith("2 of 7 nodes")


def test_a_topics_name_on_the_canvas_opens_it(visit: Open) -> None:
    seen = visit(topic_store())
    x, y = seen.page.evaluate("(([topic]) => [topic.x, topic.y])(window.kgPicture.titles())")
    box = seen.page.locator("#canvas").bounding_box()
    seen.page.mouse.click(box["x"] + x, box["y"] + y)
    assert "Topic of 8 papers" in seen.text("#panel")
