"""What a wheel holds, and files that no other test runs."""

import ast
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The names in a wheel built from the checkout, without a network."""
    if find_spec("hatchling") is None:
        pytest.skip("hatchling is not installed (it is in the group `test`)")
    target = tmp_path_factory.mktemp("wheel")
    built = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(target)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert built.returncode == 0, built.stderr
    (path,) = target.glob("paper_kg-*.whl")
    with zipfile.ZipFile(path) as archive:
        return archive.namelist()


def test_the_wheel_has_these_top_levels_only(wheel: list[str]) -> None:
    tops = {name.partition("/")[0] for name in wheel}
    assert {top for top in tops if not top.endswith(".dist-info")} == {
        "kg",
        "extractors",
        "queries",
    }


def test_the_wheel_holds_every_file_that_git_has_in_the_packages(wheel: list[str]) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "kg", "extractors", "queries"], cwd=ROOT, capture_output=True
    )
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    assert set(filter(None, listed.stdout.decode().split("\0"))) <= set(wheel)


def test_the_wheel_holds_no_stray_files(wheel: list[str]) -> None:
    assert not [name for name in wheel if name.endswith((".pyc", ".kg", ".tmp", ".orig"))]
    assert any(name.endswith("licenses/LICENSE") for name in wheel)


def test_python_3_11_is_supported() -> None:
    assert PROJECT["project"]["requires-python"] == ">=3.11"


def test_every_requirement_has_a_lower_and_an_upper_bound() -> None:
    for requirement in PROJECT["project"]["dependencies"]:
        assert ">=" in requirement, requirement
        assert "<" in requirement, requirement


def test_every_package_that_is_imported_is_declared() -> None:
    project = PROJECT["project"]
    extras = [name for given in project["optional-dependencies"].values() for name in given]
    declared = {re.split(r"[<>=\[]", name)[0] for name in [*project["dependencies"], *extras]}
    trees = [
        ast.parse(path.read_text(encoding="utf-8"))
        for top in ("kg", "extractors", "queries")
        for path in (ROOT / top).rglob("*.py")
    ]
    imported = {
        name.partition(".")[0]
        for node in chain.from_iterable(map(ast.walk, trees))
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or ""]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert imported - sys.stdlib_module_names - {"kg", "extractors", "queries"} <= declared


@pytest.mark.parametrize("name", [".ci/run", "tests/run"])
def test_a_script_can_be_run_and_parses(name: str) -> None:
    path = ROOT / name
    assert os.access(path, os.X_OK)
    shell = path.read_text(encoding="utf-8").splitlines()[0].removeprefix("#!").rpartition("/")[2]
    assert subprocess.run([shell, "-n", path]).returncode == 0


def test_continuous_integration_runs_the_command_that_the_readme_gives() -> None:
    assert "sh tests/run" in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert "sh tests/run" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_neo4j_listens_on_this_machine_only_and_has_no_password_of_its_own() -> None:
    lines = [line.strip() for line in (ROOT / "docker-compose.yml").read_text().splitlines()]
    ports = [line for line in lines if line.startswith('- "') and line.count(":") == 2]
    assert len(ports) == 2
    assert all(line.startswith('- "127.0.0.1:') for line in ports)
    (auth,) = [line for line in lines if line.startswith("NEO4J_AUTH:")]
    assert auth.startswith("NEO4J_AUTH: neo4j/${NEO4J_PASSWORD:?")
    assert any(line.startswith("healthcheck:") for line in lines)
