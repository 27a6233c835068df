"""Fixtures that all tests share."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parent.parent

# Continuous integration draws the same examples each time, so that no run fails by luck; others explore.
settings.register_profile("ci", derandomize=True, deadline=None)
if os.environ.get("CI"):
    settings.load_profile("ci")

#: Programs that some tests need, by what they are called on different systems.
SERVICES = {
    "chromium": ("chromium", "chromium-browser", "google-chrome"),
    "java": ("java",),
    "maven": ("mvn",),
}


@pytest.fixture(autouse=True)
def _surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Subprocesses find the checkout; the user's own settings have no say."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    for name in ("KG_GRAPH", "KG_DEBUG"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture(scope="session")
def require() -> Callable[[str], str]:
    """`require("chromium")` gives the program's path; where it is absent the test is skipped.

    With KG_REQUIRE_SERVICES=1, as in continuous integration, it fails instead.
    """

    def path_of(service: str) -> str:
        found = next(filter(None, map(shutil.which, SERVICES[service])), None)
        if found is None:
            absent = f"{service} is not installed ({' or '.join(SERVICES[service])} on the PATH)"
            if os.environ.get("KG_REQUIRE_SERVICES") == "1":
                pytest.fail(absent)
            pytest.skip(absent)
        return found

    return path_of


@pytest.fixture(scope="session")
def browser(require: Callable[[str], str]) -> Iterator[Any]:
    """One headless Chromium for all tests that look at pages."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    chromium = require("chromium")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Any, tmp_path: Path) -> Iterator[Callable[..., Any]]:
    """`visit(store, **view)` opens the picture of a store; see `viz_visit.opener`."""
    from viz_visit import opener

    open_page, close = opener(browser, tmp_path)
    yield open_page
    close()
