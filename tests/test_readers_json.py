"""JSON documents: streamed, wrapped, broken."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from reader_sample import TEXT, read

from kg.errors import InputError, RecordError
from kg.readers.json_stream import document_records, outline

Records = list[dict[str, Any]]
_VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=8,
)
_RECORDS = st.lists(st.dictionaries(st.sampled_from("abcx"), _VALUES, min_size=1), max_size=5)


def pieces(text: str, size: int) -> Iterator[str]:
    return (text[i : i + size] for i in range(0, len(text), size))


@given(_RECORDS, st.integers(1, 40), st.sampled_from([None, 1]))
@settings(max_examples=60, deadline=None)
def test_an_array_gives_its_records_however_it_is_cut(
    records: Records, size: int, indent: int | None
) -> None:
    text = json.dumps(records, indent=indent, ensure_ascii=False)
    assert list(document_records(pieces(text, size))) == records


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize(
    "wrap",
    [
        lambda r: {"results": r},
        lambda r: {"meta": {"count": 2}, "data": r, "next": 3},
        lambda r: {"status": "ok", "message": {"facets": {}, "items": r}},
        lambda r: r,
    ],
)
def test_what_wraps_records_is_taken_off(wrap: Any, indent: int | None) -> None:
    records = [{"title": "A", "notes": [{"x": 1}]}, {"title": "B"}]
    text = json.dumps(wrap(records), indent=indent)
    assert list(document_records(pieces(text, 7))) == records
    assert list(document_records(pieces(f"{text}\n{text}", 7))) == records * 2
    assert "title" in outline(text).keys
    assert outline(text[:-20]).wraps == isinstance(wrap(records), dict)


def test_a_record_with_a_list_of_objects_wraps_nothing() -> None:
    record = {"title": "A", "notes": [{"x": 1}]}
    assert list(document_records(iter([json.dumps(record)]))) == [record]
    assert not outline(json.dumps(record)).wraps


_OWN: list[dict[str, Any]] = [
    {"notes": ["good paper"]},
    {"data": [1]},
    {"records": []},
    {"papers": [{"x": 1}]},
    {"works": [{"id": "w", "title": "Cited"}]},
    {"message": {"x": 1}},
    {"response": {"items": [{"title": "Cited"}]}},
]


@pytest.mark.parametrize("own", _OWN)
@pytest.mark.parametrize("as_claims", [False, True])
def test_a_record_a_line_keeps_its_own_fields_whatever_they_are_called(
    own: dict[str, Any], as_claims: bool, tmp_path: Path
) -> None:
    entities = [{"type": "Method", "name": "AlphaNet", "role": "proposes"}]
    first = {**own, "id": "n1", "title": "T", "abstract": TEXT, "entities": entities}
    path = tmp_path / "x.jsonl"
    for lines in ([first], [first, {**first, "id": "n2"}]):
        path.write_text("".join(json.dumps(r) + "\n" for r in lines), encoding="utf-8")
        file, papers = read(path, claims=as_claims)
        assert ([p.id for p in papers], file.skipped) == ([r["id"] for r in lines], [])
        assert [dict(p.extra) for p in papers] == [own] * len(lines)


@pytest.mark.parametrize(
    "own", [{"notes": ["good"]}, {"data": [1]}, {"records": []}, {"message": {"x": 1}}]
)
def test_a_record_spread_over_lines_keeps_lists_without_objects(own: dict[str, Any]) -> None:
    record = {**own, "id": "n1", "abstract": TEXT}
    text = json.dumps(record, indent=1)
    assert list(document_records(pieces(text * 2, 7))) == [record] * 2


def test_an_answer_of_one_record_and_one_that_found_nothing_are_taken_off_too() -> None:
    found = {"status": "ok", "message": {"DOI": "10.1/x", "title": ["A"]}}
    nothing: dict[str, Any] = {"meta": {"count": 0}, "results": []}
    text = "\n".join(map(json.dumps, [nothing, found, {"message": {"items": []}}]))
    assert list(document_records(pieces(text, 7))) == [found["message"]]


@pytest.mark.parametrize(
    ("rest", "why"),
    [
        ('{"title": "B" "x": 1}]', "Expecting ',' delimiter"),
        ('{"title": "B', "Unterminated string"),
        ("{'title': 1}]", "Expecting property name"),
        ("nul, 1]", "Expecting value"),
        ('{"title": "B"}', "found the end"),
        ('{"title": "B"}; 1]', "found ';'"),
        ("[" * 100_000, "nested too deeply"),
        ("1" * 5_000 + "]", "too many digits"),
    ],
)
def test_what_follows_broken_json_is_named_and_what_went_before_is_kept(
    rest: str, why: str, tmp_path: Path
) -> None:
    path = tmp_path / "x.json"
    path.write_text(f'[{{"title": "A", "abstract": "{TEXT}"}},\n{rest}', encoding="utf-8")
    file, papers = read(path)
    assert papers[0].title == "A"
    assert why in file.skipped[-1].why
    assert file.skipped[-1].why.endswith("what follows is not read")


def test_answers_inside_answers_without_end_are_told_as_such() -> None:
    text = '{"message":' * 5_000
    with pytest.raises(RecordError, match="nested too deeply"):
        list(document_records(pieces(text, 4096)))
    assert outline(text).keys <= {"message"}


def test_a_broken_record_far_from_the_end_does_not_read_on() -> None:
    drawn = []

    def chunks() -> Iterator[str]:
        for n in range(100):
            drawn.append(n)
            yield '[{"a" 1},' + " " * 1000 if n == 0 else " " * 1000

    with pytest.raises(RecordError):
        list(document_records(chunks()))
    assert len(drawn) < 5


def test_elements_that_are_no_objects_are_named(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(f'[{{"title": "A", "abstract": "{TEXT}"}}, null, 3]', encoding="utf-8")
    file, papers = read(path)
    assert len(papers) == 1
    assert [str(s) for s in file.skipped] == [
        "x.json: record 2: not a JSON object",
        "x.json: record 3: not a JSON object",
    ]


@pytest.mark.parametrize("number", ["NaN", "-Infinity", "1e999", "-1e999"])
@pytest.mark.parametrize("form", ["{}\n", "[{}]"])
def test_a_number_that_json_cannot_write_again_counts_as_absent(
    number: str, form: str, tmp_path: Path
) -> None:
    path = tmp_path / "x.json"
    record = f'{{"abstract": "{TEXT}", "score": [{number}, 1e3], "year": {number}}}'
    path.write_text(form.format(record), encoding="utf-8")
    _, (paper,) = read(path)
    assert (paper.extra["score"], paper.year) == ([None, 1000.0], None)


def test_an_answer_without_results_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text('{"meta": {"count": 0}, "results": []}', encoding="utf-8")
    with pytest.raises(InputError, match="no known format"):
        read(path)


def test_json_lines_named_json_are_read_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(f'{{"abstract": "{TEXT}"}}\n{{broken\n{{"abstract": "B."}}\n', encoding="utf-8")
    file, papers = read(path)
    assert (len(papers), len(file.skipped)) == (2, 1)


def test_a_document_in_cp1252_is_read_and_told(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_bytes('[\n{"abstract": "Größe é."}]'.encode("cp1252"))
    file, papers = read(path)
    assert papers[0].abstract == "Größe é."
    assert file.notes == ["x.json: 1 line is not UTF-8, read as cp1252 (first: line 2)"]


@pytest.mark.parametrize(
    "broken",
    [
        '{"id": "https://openalex.org/W1", "abstract_inverted_index": ["a"]}',
        '{"id": "https://openalex.org/W1", "abstract_inverted_index": {"a": 1}}',
        '{"paperId": "a", "title": {"x": 1}}',
        '{"DOI": "10.1000/a", "issued": null, "abstract": []}',
        '{"paper_id": "1", "s2_url": "x", "title": ["x"]}',
        '{"id": "1", "abstract": {}, "categories": "x", "update_date": "y"}',
        '{"id": "abcdef1", "forum": "abcdef1", "content": {"abstract": 1, "authors": {"value": 3}}}',
    ],
)
def test_a_field_of_a_wrong_type_is_named(broken: str, tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(f"{broken}\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"x\.jsonl:1: \w+: expected"):
        read(path)
