"""How exports are written: by kind, whole or not at all, and the same each time."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from graph_sample import Sample

from kg.errors import InputError
from kg.export import export, file_kind, kinds
from kg.records import Edge

NAMES = ("g.graphml", "g.json", "g.jsonl", "g")


class Broken(Sample):
    """Fails while it is read."""

    def edges(self) -> Iterator[Edge]:
        yield next(iter(super().edges()))
        raise RuntimeError("the disk is gone")


def content(path: Path) -> dict[str, bytes]:
    paths = sorted(path.iterdir()) if path.is_dir() else [path]
    return {p.name: p.read_bytes() for p in paths}


def test_the_registry_holds_these_kinds() -> None:
    assert set(kinds()) >= {"csv", "graphml", "jsonl", "node-link"}
    with pytest.raises(ValueError, match="'jsonl'"):
        file_kind("jsonl", ".x")(lambda graph, stream: None)


@pytest.mark.parametrize("name", NAMES)
def test_an_export_is_the_same_byte_for_byte_each_time(tmp_path: Path, name: str) -> None:
    export(Sample(), tmp_path / name)
    first = content(tmp_path / name)
    export(Sample(), tmp_path / name)
    assert content(tmp_path / name) == first
    assert os.listdir(tmp_path) == [name]


def test_exports_do_not_hang_on_the_locale_or_the_hash_seed(tmp_path: Path) -> None:
    code = (
        "import sys; from pathlib import Path; from graph_sample import Sample\n"
        "from kg.export import export\n"
        f"for name in {NAMES}: export(Sample(), Path(sys.argv[1]) / name)"
    )
    found = []
    for seed in ("1", "2"):
        folder = tmp_path / seed
        folder.mkdir()
        root = Path(__file__).parents[1]
        env = {**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": "C", "PYTHONUTF8": "0"}
        env["PYTHONPATH"] = os.pathsep.join([str(root), str(root / "tests")])
        subprocess.run([sys.executable, "-c", code, str(folder)], env=env, check=True)
        found.append([content(folder / name) for name in NAMES])
    assert found[0] == found[1]
    assert "漢".encode() in found[0][0]["g.graphml"]


@pytest.mark.parametrize("name", NAMES)
def test_an_export_that_fails_leaves_what_was_there(tmp_path: Path, name: str) -> None:
    export(Sample(), tmp_path / name)
    before = content(tmp_path / name)
    with pytest.raises(RuntimeError):
        export(Broken(), tmp_path / name)
    assert content(tmp_path / name) == before
    assert os.listdir(tmp_path) == [name]


def test_the_kind_is_named_or_told_by_the_suffix(tmp_path: Path) -> None:
    export(Sample(), tmp_path / "a.JSONL")
    export(Sample(), tmp_path / "b.txt", "jsonl")
    assert (tmp_path / "a.JSONL").read_bytes() == (tmp_path / "b.txt").read_bytes()
    export(Sample(), tmp_path / "folder.v1", "csv")
    assert (tmp_path / "folder.v1" / "edges.csv").is_file()


@pytest.mark.parametrize(("name", "kind"), [("g.docx", None), ("g.jsonl", "klingon")])
def test_an_unknown_kind_is_refused_with_the_known_ones(
    tmp_path: Path, name: str, kind: str | None
) -> None:
    with pytest.raises(InputError, match=r"csv \(a folder\), graphml \(.graphml, .xml\)"):
        export(Sample(), tmp_path / name, kind)
    assert not list(tmp_path.iterdir())


def test_a_folder_with_other_files_is_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(InputError, match=r"holds other files \(thesis.tex\)"):
        export(Sample(), tmp_path)
    assert os.listdir(tmp_path) == ["thesis.tex"]


@pytest.mark.parametrize("name", ["no/g.jsonl", "no/folder"])
def test_a_missing_folder_is_told(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="does not exist; create it first"):
        export(Sample(), tmp_path / name)


def test_a_file_is_not_replaced_by_a_folder(tmp_path: Path) -> None:
    (tmp_path / "g").write_text("mine")
    with pytest.raises(InputError, match="is a file"):
        export(Sample(), tmp_path / "g")
    assert (tmp_path / "g").read_text() == "mine"
