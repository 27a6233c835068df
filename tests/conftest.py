"""Fixtures that all tests share."""

import os
import secrets
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings
from neo4j_server import Server

if TYPE_CHECKING:
    from kg.neo4j.connect import Database

ROOT = Path(__file__).resolve().parent.parent

# Continuous integration draws the same examples each time, so that no run fails by luck; others explore.
settings.register_profile("ci", derandomize=True, deadline=None)
if os.environ.get("CI"):
    settings.load_profile("ci")

#: Programs that some tests need, by what they are called on different systems.
SERVICES = {
    "chromium": ("chromium", "chromium-browser", "google-chrome"),
    "jdk": ("javac",),
    "maven": ("mvn",),
}

NEO4J = ("URI", "USERNAME", "PASSWORD", "DATABASE")


@pytest.fixture(autouse=True)
def _surroundings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Subprocesses find the checkout; the user's own settings have no say."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    for name in ("KG_GRAPH", "KG_DEBUG", *(f"NEO4J_{what}" for what in NEO4J)):
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
def neo4j_server(
    require: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Server]:
    """One real Neo4j for all tests, with authentication; loading a graph replaces the one before."""
    require("jdk")
    with Server(
        tmp_path_factory.mktemp("neo4j"), password=secrets.token_urlsafe(9), maven=require("maven")
    ) as server:
        yield server


@pytest.fixture
def neo4j_variables(neo4j_server: Server, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The environment points to the server."""
    for name, value in neo4j_server.environment.items():
        monkeypatch.setenv(name, value)
    return neo4j_server.environment


@pytest.fixture
def database(neo4j_server: Server) -> Iterator["Database"]:
    """The server's database, as `kg load` opens it."""
    from kg.neo4j.connect import address, connected

    with connected(address(environment=neo4j_server.environment)) as opened:
        yield opened


@pytest.fixture
def empty_database(database: "Database") -> "Database":
    """The same without any node; constraints and indexes may be there."""
    database.write("MATCH (n) DETACH DELETE n")
    return database


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
