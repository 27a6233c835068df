"""`kg doctor`: what is missing is said, and whatever is wrong with one part, the others are told."""

import re
import shutil
import tomllib
from pathlib import Path

import pytest

import extractors.pipeline as pipeline
from kg.doctor import examine

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def names(requirements: list[str]) -> set[str]:
    return {re.split(r"[<>=\[]", requirement)[0] for requirement in requirements}


def test_every_package_that_the_project_requires_is_looked_at_and_no_other() -> None:
    parts = {part.part: part for part in examine()}
    required = names(PROJECT["dependencies"])
    extras = {extra: names(given) for extra, given in PROJECT["optional-dependencies"].items()}
    optional = {name for extra, given in extras.items() if extra != "all" for name in given}
    assert set(parts) == required | optional | {"paper-kg", "python", "sqlite", "model"}
    assert {part for part in required if parts[part].state != "ok"} == set()


@pytest.mark.parametrize("damaged", pipeline.FILES)
@pytest.mark.parametrize("absent", [True, False])
def test_a_model_with_a_file_missing_or_damaged_is_not_ok(
    damaged: str, absent: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in pipeline.FILES:
        if name != damaged:
            shutil.copy(pipeline.FOLDER / name, tmp_path)
        elif not absent:
            (tmp_path / name).write_bytes(b"\xff cut short")
    monkeypatch.setattr(pipeline, "FOLDER", tmp_path)
    (model,) = [part for part in examine() if part.part == "model"]
    assert (model.state, model.version) == ("missing", "")
    assert "install paper-kg again" in model.note
