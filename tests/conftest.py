"""Fixtures that all tests share."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

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
