"""A graph in a notebook."""

import json
from pathlib import Path
from typing import Any

from cli_sample import RECORDS
from viz_sample import HOSTILE, SampleStore, large_store, small_store

import kg
from kg.viz.notebook import notebook_html


def test_a_small_graph_shows_itself_as_a_page_in_a_sealed_frame() -> None:
    html = notebook_html(small_store(), HOSTILE)
    assert html.count("<iframe") == 1
    assert 'sandbox="allow-scripts allow-downloads allow-popups"' in html
    assert "<script" not in html
    assert "<b onmouseover" not in html


def test_a_large_graph_shows_a_table() -> None:
    html = notebook_html(large_store(301), "Graph")
    assert "<iframe" not in html
    assert "shared task 0 (10)" in html
    assert len(html) < 2000


def test_a_graph_without_anything_to_draw_says_so() -> None:
    assert "nothing to draw" in notebook_html(SampleStore([], [], []), "Graph")


def test_the_frame_works_inside_another_page(browser: Any, tmp_path: Path) -> None:
    outer = tmp_path / "notebook.html"
    outer.write_text(
        f"<!DOCTYPE html><meta charset=utf-8>{notebook_html(small_store(), 'G')}", "utf-8"
    )
    page = browser.new_page()
    messages: list[str] = []
    page.on("console", lambda message: messages.append(message.text))
    page.goto(outer.as_uri())
    frame = page.frame_locator("iframe")
    frame.locator("#query").fill("TinyNet")
    frame.locator("#query").press("Enter")
    assert "We propose TinyNet" in frame.locator("#panel").inner_text()
    frame.get_by_role("button", name="Back", exact=True).click()
    frame.locator("#panel").wait_for(state="hidden")
    assert messages == []
    page.close()


def test_the_librarys_graph_has_it(tmp_path: Path) -> None:
    claims = tmp_path / "claims.jsonl"
    claims.write_text("\n".join(map(json.dumps, RECORDS)), "utf-8")
    with kg.build_graph(claims, tmp_path / "papers.kg", claims=True) as graph:
        html = graph._repr_html_()
    assert html.startswith("<p><b>Graph ")
    assert "<iframe" in html
