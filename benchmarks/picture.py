"""The picture in a real browser, its network cut: `python benchmarks/picture.py GRAPH.kg... [--pyvis]`.

For each graph: seconds and peak memory of `kg viz`, the file's size, and in a headless Chromium the time until the
page is interactive (all drawn, two frames on), the time to expand nodes of the opening view (key E, until the second
frame after), to suggest names for a word, and the page's memory. Each the median of --runs, and the worst. With
--pyvis also what pyvis alone makes of the same graph. Needs the project, playwright and a chromium on the PATH.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

EXPANDED = 8  # nodes expanded in a run

#: Notes the time from a key or an input to the second frame after the page has changed.
WATCH = """() => {
  window.took = [];
  let start = 0;
  for (const kind of ["keydown", "input"]) addEventListener(kind, () => { start = performance.now(); }, true);
  const seen = new MutationObserver(() => {
    const from = start;
    requestAnimationFrame(() => requestAnimationFrame(() => window.took.push(performance.now() - from)));
  });
  for (const id of ["summary", "hits"]) seen.observe(document.getElementById(id), { childList: true });
}"""


@contextmanager
def opened(browser: Browser, path: Path) -> Iterator[tuple[Page, list[str]]]:
    """A page without a network, and the addresses that it asked for in vain."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    asked: list[str] = []

    def cut(route: Any) -> None:
        if route.request.url.startswith("file:"):
            route.continue_()
        else:
            asked.append(route.request.url)
            route.abort()

    context.route("**/*", cut)
    page = context.new_page()
    page.goto(path.as_uri())
    yield page, asked
    context.close()


def made(graph: Path, page: Path) -> tuple[float, float]:
    """Wall seconds and peak memory (MiB) of `kg viz`."""
    start = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-m", "kg", "viz", "-g", graph, "-o", page], stdout=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    if os.waitstatus_to_exitcode(status):
        sys.exit(f"kg viz -g {graph} failed")
    return time.perf_counter() - start, usage.ru_maxrss / 1024


def until(page: Page, holds: str) -> None:
    """Wait for an expression; `wait_for_function` would need what the page's policy forbids."""
    for _ in range(3000):
        if page.evaluate(holds):
            return
        page.wait_for_timeout(10)
    sys.exit(f"gave up waiting for {holds}")


def interactive(page: Page) -> float:
    """Milliseconds from the start of the navigation."""
    until(page, "performance.getEntriesByName('interactive').length > 0")
    return float(page.evaluate("performance.getEntriesByName('interactive')[0].startTime"))


def expanded(page: Page) -> list[float]:
    """Milliseconds to expand nodes of the opening view, of all kinds, one after the other."""
    times = []
    for row in range(EXPANDED):
        page.locator("#home").click()
        page.locator("#list-button").click()
        rows = page.locator("#list tbody tr")
        rows.nth(row * rows.count() // EXPANDED).get_by_role("button").click()
        page.wait_for_timeout(200)
        page.locator(".vis-network").focus()
        page.evaluate("window.took.length = 0")
        page.keyboard.press("e")
        until(page, "window.took.length > 0")
        times.append(float(page.evaluate("window.took[0]")))
    return times


def suggested(page: Page, word: str) -> list[float]:
    """Milliseconds until suggestions stand there, a letter each."""
    page.locator("#query").focus()
    times = []
    for letter in word:
        page.evaluate("window.took.length = 0")
        page.keyboard.type(letter)
        until(page, "window.took.length > 0")
        times.append(float(page.evaluate("window.took[0]")))
    return times


def memory(page: Page) -> float:
    """MiB of the page's own heap, after a collection."""
    session = page.context.new_cdp_session(page)
    session.send("HeapProfiler.collectGarbage")
    session.send("Performance.enable")
    metrics = session.send("Performance.getMetrics")["metrics"]
    return float(next(m["value"] for m in metrics if m["name"] == "JSHeapUsedSize")) / 2**20


def measured(browser: Browser, graph: Path, page_file: Path, runs: int) -> str:
    """A line of the table."""
    seconds, peak = made(graph, page_file)
    ready, expand, suggest, heap = [], [], [], []
    for _ in range(runs):
        with opened(browser, page_file) as (page, asked):
            ready.append(interactive(page))
            page.evaluate(WATCH)
            expand += expanded(page)
            suggest += suggested(page, "learning")
            heap.append(memory(page))
            assert asked == []
    cells = [
        graph.name,
        f"{seconds:.1f} s, {peak:.0f} MiB",
        f"{page_file.stat().st_size / 1e6:.1f} MB",
        *(f"{statistics.median(t):.0f} ({max(t):.0f}) ms" for t in (ready, expand, suggest)),
        f"{max(heap):.0f} MiB",
    ]
    return f"| {' | '.join(cells)} |"


def plain_pyvis(browser: Browser, graph: Path, folder: Path) -> str:
    """What pyvis by itself makes of a graph: its bytes, requests, and whether it draws without a network."""
    from pyvis.network import Network

    import kg

    network = Network(directed=True)
    with kg.open(graph) as opened_graph:
        slim = opened_graph.nx()
    for node, values in slim.nodes(data=True):
        network.add_node(node, label=values.get("name") or values["title"])
    for head, tail, values in slim.edges(data=True):
        network.add_edge(head, tail, title=values["type"])
    page_file = folder / "pyvis.html"
    page_file.write_text(network.generate_html(notebook=False), encoding="utf-8")
    with opened(browser, page_file) as (page, asked):
        page.wait_for_timeout(3000)
        drawn = page.locator("canvas").count() > 0
    return (
        f"pyvis alone, {graph.name}: {page_file.stat().st_size / 1e6:.2f} MB, "
        f"{len(set(asked))} addresses asked for ({', '.join(sorted({a.split('/')[2] for a in asked}))}), "
        f"without a network it draws {'the graph' if drawn else 'nothing'}"
    )


def main() -> None:
    """Prints a Markdown table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("graphs", nargs="+", type=Path, metavar="GRAPH.kg")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--pyvis", action="store_true", help="also measure pyvis alone")
    given = parser.parse_args()
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    print("| graph | kg viz | file | interactive | expand | suggest | heap |")
    print("|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for graph in given.graphs:
            print(measured(browser, graph, Path(folder, "page.html"), given.runs), flush=True)
        for graph in given.graphs if given.pyvis else ():
            print(plain_pyvis(browser, graph, Path(folder)))
        browser.close()


if __name__ == "__main__":
    main()
