"""Makes the pictures of the README: `python docs/images/make.py OVERVIEW.kg EVIDENCE.kg NAME`.

overview.png is the opening view of the first graph; evidence.png the second one with NAME expanded and its evidence
shown. Needs the project with the extra `plot` (for Pillow), playwright and a chromium on the PATH.
"""

import shutil
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

import kg

HERE = Path(__file__).parent
SIZE = {"width": 1320, "height": 820}


def opened(page: Page, graph: Path, folder: Path) -> None:
    """Opens the picture of a graph, nothing else around."""
    file = folder / f"{graph.stem}.html"
    with kg.open(graph) as built:
        built.picture(file)
    page.goto(file.as_uri())
    page.wait_for_timeout(500)


def shot(page: Page, path: Path) -> None:
    """A screenshot in 256 colours, the rare ones kept, a third of the bytes."""
    page.screenshot(path=path)
    Image.open(path).convert("RGB").quantize(256, Image.Quantize.MAXCOVERAGE, kmeans=2).save(
        path, optimize=True
    )


def main() -> None:
    """Writes both."""
    overview, evidence, name = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport=SIZE, reduced_motion="reduce")
        opened(page, overview, Path(folder))
        shot(page, HERE / "overview.png")
        opened(page, evidence, Path(folder))
        page.fill("#query", name)
        page.press("#query", "Enter")
        page.wait_for_timeout(300)
        page.locator(".vis-network").focus()
        page.keyboard.press("e")
        page.locator("h1").click()  # takes the focus off, and its ring
        page.wait_for_timeout(500)
        shot(page, HERE / "evidence.png")
        browser.close()


if __name__ == "__main__":
    main()
