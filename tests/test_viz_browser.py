"""The page in a real browser, its network cut."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from viz_sample import HOSTILE, large_store, small_store

from kg.viz import write_picture

sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")


class Visit:
    """An open page and what it did: requests besides itself, console messages, dialogs."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.requests: list[str] = []
        self.messages: list[str] = []
        self.dialogs: list[str] = []
        page.on("console", lambda message: self.messages.append(message.text))
        page.on("pageerror", lambda error: self.messages.append(str(error)))
        page.on("dialog", lambda dialog: (self.dialogs.append(dialog.message), dialog.dismiss()))

    def search(self, text: str) -> None:
        self.page.fill("#query", text)
        self.page.press("#query", "Enter")

    def text(self, selector: str) -> str:
        return " ".join(self.page.inner_text(selector).split())


@pytest.fixture(scope="module")
def browser(require: Callable[[str], str]) -> Iterator[Any]:
    chromium = require("chromium")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Visit]]:
    contexts = []

    def open_page(store: Any, *, size: tuple[int, int] = (1200, 800), **view: Any) -> Visit:
        path = tmp_path / "page.html"
        write_picture(store, path, **view)
        context = browser.new_context(viewport={"width": size[0], "height": size[1]})
        contexts.append(context)
        visit = Visit(context.new_page())

        def cut(route: Any) -> None:
            if route.request.url == path.as_uri():
                route.continue_()
            else:
                visit.requests.append(route.request.url)
                route.abort()

        context.route("**/*", cut)
        visit.page.goto(path.as_uri())
        return visit

    yield open_page
    for context in contexts:
        context.close()


def test_it_opens_without_a_request_or_a_complaint(visit: Callable[..., Visit]) -> None:
    seen = visit(small_store())
    assert "7 of 7 nodes drawn" in seen.text("#summary")
    assert seen.page.locator("canvas").count() == 1
    assert seen.requests == []
    assert seen.messages == []


def test_searching_selects_a_node_and_shows_its_sentence(visit: Callable[..., Visit]) -> None:
    seen = visit(small_store())
    seen.search("tiny net")  # the alias
    panel = seen.text("#panel")
    assert "Also written tiny network" in panel
    assert "We propose TinyNet for parsing and compare it with BigNet." in panel
    assert "confidence 0.99" in panel
    assert "(2024)" in panel
    assert seen.page.locator("#panel mark").first.inner_text() == "TinyNet"
    assert seen.page.get_attribute("#panel a", "href") == "https://example.org/p1"
    assert seen.page.evaluate("document.activeElement.id") == "panel"
    seen.page.keyboard.press("Escape")
    assert seen.page.locator("#panel").is_hidden()
    assert seen.messages == []


def test_suggestions_can_be_walked_with_the_keyboard(visit: Callable[..., Visit]) -> None:
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


def test_the_pointer_does_not_take_the_keyboard_from_the_search_box(
    visit: Callable[..., Visit],
) -> None:
    seen = visit(small_store())
    seen.page.focus("#query")
    seen.page.mouse.move(700, 400)
    seen.page.mouse.move(720, 420)
    seen.page.keyboard.type("Tree")
    assert seen.page.input_value("#query") == "Tree"


def test_hostile_texts_stay_texts_everywhere(visit: Callable[..., Visit]) -> None:
    seen = visit(small_store(), title=HOSTILE)
    assert seen.text("h1") == HOSTILE
    seen.search(HOSTILE)
    assert seen.page.inner_text("#panel h2") == HOSTILE
    seen.page.locator("#panel .title, #panel button.node").first.click()
    assert HOSTILE in seen.text("#panel")
    seen.page.fill("#query", "script")
    assert seen.page.locator("#hits li").count() >= 2
    seen.page.mouse.move(600, 400)
    assert seen.page.locator("b[onmouseover]").count() == 0
    assert seen.page.locator("a[href^=javascript]").count() == 0
    assert (seen.dialogs, seen.messages, seen.requests) == ([], [], [])


def test_clicking_a_line_shows_the_claim_and_those_beside_it(visit: Callable[..., Visit]) -> None:
    seen = visit(small_store())
    at = _canvas_point(seen, "Method:bignet", "Method:tinynet")
    for step in range(-30, 31, 2):  # two parallel lines pass to both sides of the middle
        seen.page.mouse.click(at[0], at[1] + step)
        if seen.page.locator("#panel .ends").count():
            break
    panel = seen.text("#panel")
    assert "Other lines between the two" in panel
    assert "compared with" in panel
    assert "part of" in panel
    assert seen.page.locator("#panel mark").count() == 2


def test_filters_hide_nodes_and_lines_and_say_when_nothing_is_left(
    visit: Callable[..., Visit],
) -> None:
    seen = visit(small_store())
    seen.page.get_by_role("checkbox", name="datasets").uncheck()
    assert "6 of 7 nodes" in seen.text("#summary")
    seen.page.evaluate(
        "(box => { box.value = '1'; box.dispatchEvent(new Event('input')); })(document.getElementById('confidence'))"
    )
    assert seen.page.locator("#nothing").is_visible()
    seen.page.locator("#nothing button").click()
    assert "7 of 7 nodes" in seen.text("#summary")


def test_neighbours_unfold_and_fold(visit: Callable[..., Visit]) -> None:
    seen = visit(small_store(), around="Method:hostile")
    assert "2 of 7 nodes" in seen.text("#summary")
    seen.search("</script")  # the title of p2 and a method; the better connected comes first
    seen.page.get_by_role("button", name="Draw 2 more neighbours").click()
    assert "4 of 7 nodes" in seen.text("#summary")
    seen.page.get_by_role("button", name="Fold").click()
    assert "2 of 7 nodes" in seen.text("#summary")


def test_a_double_click_unfolds(visit: Callable[..., Visit]) -> None:
    seen = visit(small_store(), around="Task:parsing")
    before = seen.text("#summary")
    seen.page.keyboard.press("Escape")
    seen.page.wait_for_timeout(100)  # the canvas takes back the panel's room
    seen.page.mouse.dblclick(*_canvas_point(seen, "p1", "p1"))
    assert seen.text("#summary") != before


def test_papers_are_joined_and_the_tie_names_what_is_shared(visit: Callable[..., Visit]) -> None:
    seen = visit(small_store(), papers=True)
    assert "2 of 7 nodes drawn · 1 line" in seen.text("#summary")
    seen.search("Schrödinger")
    assert "shares 2 with" in seen.text("#panel")


def test_a_phone_sees_the_picture_and_the_panel_below_it(visit: Callable[..., Visit]) -> None:
    seen = visit(small_store(), size=(390, 780))
    assert seen.page.evaluate("document.documentElement.scrollWidth") <= 390
    seen.search("TinyNet")
    stage = seen.page.locator("#stage").bounding_box()
    panel = seen.page.locator("#panel").bounding_box()
    assert stage["y"] + stage["height"] <= panel["y"] + 1
    assert stage["height"] > 150
    seen.page.get_by_role("button", name="Filters").click()
    assert seen.page.get_by_role("checkbox", name="methods").is_visible()


def test_a_large_graph_opens_on_a_part_that_says_so(visit: Callable[..., Visit]) -> None:
    seen = visit(large_store(1500))
    assert "of 3,150 nodes drawn" in seen.text("#summary")
    seen.search("method 1499")
    assert "We propose method 1499" in seen.text("#panel")
    assert seen.messages == []


def _canvas_point(seen: Visit, one: str, other: str) -> tuple[float, float]:
    """Where the middle between two nodes lies on the screen."""
    point = seen.page.evaluate("([a, b]) => window.kgPicture.middle(a, b)", [one, other])
    box = seen.page.locator("#canvas").bounding_box()
    return box["x"] + point["x"], box["y"] + point["y"]
