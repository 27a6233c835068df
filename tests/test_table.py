"""One row a paper."""

import sys
from pathlib import Path
from typing import Any

import pytest
from graph_sample import Sample

from kg.errors import MissingPartError
from kg.table import COLUMNS, table_rows, write_xlsx


def test_a_row_lists_what_a_paper_does() -> None:
    first, second = table_rows(Sample())
    assert first == {
        "title": 'A "title", with </b> — 漢 𝔸',
        "year": 2024,
        "venue": "V 2024",
        "tasks": "parsing",
        "proposed": "FooNet",
        "used": "",
        "compared with": "BarNet",
        "datasets": "=Baz",
        "url": "https://example.org/?a=1&b=2",
    }
    assert (second["title"], second["year"], second["tasks"]) == ("=1+1", None, "")
    assert tuple(first) == tuple(second) == COLUMNS


def sheet_of(path: Path) -> Any:
    return pytest.importorskip("openpyxl").load_workbook(path).active


def test_a_workbook_holds_the_rows_and_no_formula(tmp_path: Path) -> None:
    pytest.importorskip("openpyxl")
    write_xlsx(table_rows(Sample()), tmp_path / "t.xlsx")
    sheet = sheet_of(tmp_path / "t.xlsx")
    rows = list(sheet.iter_rows(values_only=True))
    assert rows[0] == COLUMNS
    assert rows[1][:3] == ('A "title", with </b> — 漢 𝔸', 2024, "V 2024")
    assert rows[2][0] == "=1+1"
    assert {cell.data_type for row in sheet.iter_rows() for cell in row} == {"s", "n"}


def test_a_workbook_takes_any_text(tmp_path: Path) -> None:
    pytest.importorskip("openpyxl")
    row: dict[str, Any] = dict.fromkeys(COLUMNS, "")
    write_xlsx([row | {"title": "a\x00\x0cb" + "x" * 40_000, "venue": "#N/A"}], tmp_path / "t.xlsx")
    title, _, venue = next(sheet_of(tmp_path / "t.xlsx").iter_rows(min_row=2, values_only=True))[:3]
    assert title.startswith("abx")
    assert len(title) == 32_767
    assert venue == "#N/A"


def test_without_openpyxl_the_extra_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(MissingPartError, match=r"pip install 'paper-kg\[xlsx\]'"):
        write_xlsx([], tmp_path / "t.xlsx")
    assert not list(tmp_path.iterdir())
