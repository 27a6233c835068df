"""Answers written to files: whole or not at all."""

import os
import stat
from pathlib import Path

import pytest

from kg.errors import InputError
from kg.output.atomic import opened


def test_a_file_appears_only_when_it_is_whole(tmp_path: Path) -> None:
    target = tmp_path / "answer.json"
    with opened(target) as stream:
        stream.write("漢 𝔸")
        assert not target.exists()
    assert target.read_bytes() == "漢 𝔸".encode()
    assert [p.name for p in tmp_path.iterdir()] == ["answer.json"]


def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "answer.json"
    target.write_text("old")

    def fail() -> None:
        with opened(target) as stream:
            stream.write("half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert target.read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["answer.json"]


def test_no_answer_replaces_decisions(tmp_path: Path) -> None:
    target = tmp_path / "curation.toml"
    target.write_text('# Kept by hand\n\n[[decision]]\ndo = "ignore"\n')
    before = target.read_bytes()
    with pytest.raises(InputError, match="decisions"), opened(target) as stream:
        stream.write("[]")
    assert target.read_bytes() == before
    with opened(target, decisions=True) as stream:
        stream.write("new")
    assert target.read_text() == "new"


def test_permissions_and_links_stay(tmp_path: Path) -> None:
    real = tmp_path / "real.csv"
    real.write_text("old")
    real.chmod(0o640)
    link = tmp_path / "link.csv"
    link.symlink_to(real)
    with opened(link) as stream:
        stream.write("new")
    assert link.is_symlink()
    assert real.read_text() == "new"
    assert stat.S_IMODE(real.stat().st_mode) == 0o640


def test_a_device_is_written_to_directly() -> None:
    with opened(Path(os.devnull)) as stream:
        stream.write("x")
    assert not Path(os.devnull).is_file()


def test_a_folder_or_a_missing_folder_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is a folder"), opened(tmp_path):
        pass
    with pytest.raises(InputError, match="does not exist"), opened(tmp_path / "none" / "x.csv"):
        pass
