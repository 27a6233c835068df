"""Forms of an answer: tables, JSON, CSV, Markdown."""

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.output import formats, write_rows
from kg.output.cells import cut, width_of
from kg.output.registry import Row, row_format
from kg.output.table import fit

ROWS = [
    {"score": 0.5, "paper": "doi:10.1/x", "title": 'A "quoted", | piped\ntitle'},
    {"score": 12, "paper": "b", "title": None},
]


def written(
    rows: list[Row], fmt: str, width: int | None = None, columns: list[str] | None = None
) -> str:
    stream = io.StringIO()
    write_rows(rows, fmt, stream, columns=columns, width=width)
    return stream.getvalue()


def test_the_formats_are_these() -> None:
    assert list(formats()) == ["bibtex", "csv", "json", "jsonl", "markdown", "ris", "table"]


def test_a_second_format_of_one_name_is_refused() -> None:
    with pytest.raises(ValueError, match="'csv' is registered already"):
        row_format("csv")(lambda rows, columns, stream, width: None)


def test_json_is_a_list_of_flat_objects_with_the_same_keys() -> None:
    rows = [{"a": 1}, {"b": "é"}]
    assert json.loads(written(rows, "json")) == [{"a": 1, "b": None}, {"a": None, "b": "é"}]
    assert "é" in written(rows, "json")


def test_an_empty_answer_is_an_empty_list() -> None:
    assert written([], "json") == "[]\n"
    assert written([], "jsonl") == ""
    assert written([], "csv", columns=["a", "b"]) == "a,b\n"


def test_jsonl_holds_one_object_a_line() -> None:
    lines = written(ROWS, "jsonl").splitlines()
    assert [json.loads(line) for line in lines] == ROWS


def test_csv_keeps_raw_values() -> None:
    rows = [{"a": "=1+1", "b": 'x,"y"\nz', "c": None, "d": ["p", "q"]}]
    back = list(csv.DictReader(io.StringIO(written(rows, "csv"), newline="")))
    assert back == [{"a": "=1+1", "b": 'x,"y"\nz', "c": "", "d": "p; q"}]


def test_markdown_cells_cannot_break_out_of_the_table() -> None:
    lines = written(ROWS, "markdown").splitlines()
    assert lines[0] == "| score | paper | title |"
    assert lines[2] == r'| 0.5 | doi:10.1/x | A "quoted", \| piped title |'
    assert written([{"a": "<b>*x*"}], "markdown").endswith("| \\<b\\>\\*x\\* |\n")
    assert written([{"a_b": 1, "n.x|\ny": 2}], "markdown").startswith("| a_b | n.x\\| y |\n")


def test_a_table_is_aligned_and_whole_where_no_terminal_cuts_it() -> None:
    long = "x" * 500
    assert written([{"n": 1, "name": "漢字"}, {"n": 10, "name": "ab"}], "table").splitlines() == [
        " n  name",
        "--  ----",
        " 1  漢字",
        "10  ab",
    ]
    assert long in written([{"a": long}], "table")


def test_a_table_fits_the_terminal_and_says_where_it_cut() -> None:
    table = written([{"id": "short", "title": "long " * 50}], "table", width=40)
    assert max(map(width_of, table.splitlines())) <= 40
    assert "…" in table
    assert "short" in table


def test_long_names_of_columns_break_before_values_are_cut() -> None:
    row = {"evaluates_on": 12, "uses": 3, "a_b": "a value", "of_the_long_kind": True}
    assert written([row], "table", width=35).splitlines() == [
        "                          of",
        "                          the",
        "evaluates                 long",
        "       on  uses  a_b      kind",
        "---------  ----  -------  ----",
        "       12     3  a value  yes",
    ]
    assert written([row], "table", width=60) == written([row], "table")


def test_rows_become_blocks_where_a_terminal_is_too_narrow() -> None:
    row = {f"column {n}": f"value {n} that is long" for n in range(9)} | {"empty": None}
    lines = written([row, row], "table", width=60).splitlines()
    assert lines[0] == "column 0  value 0 that is long"
    assert lines[9:11] == ["", "column 0  value 0 that is long"]


def test_control_characters_never_reach_the_terminal() -> None:
    assert "\x1b" not in written([{"a": "red \x1b[31m text\r\n"}], "table")


@given(st.lists(st.integers(1, 300), min_size=1, max_size=8), st.integers(60, 200))
def test_widths_fit_the_room_and_never_grow(wanted: list[int], room: int) -> None:
    widths = fit(wanted, room)
    assert sum(widths) <= room
    assert all(got <= want for got, want in zip(widths, wanted, strict=True))


@given(st.text(), st.integers(2, 40))
def test_a_cut_text_never_exceeds_its_width(text: str, width: int) -> None:
    assert width_of(cut(text, width)) <= width
