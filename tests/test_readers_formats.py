"""The seed text and the project's own JSON Lines."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kg.errors import RecordError
from kg.fields import parse_json, split_authors
from kg.readers import FileRead, read_inputs
from kg.readers.jsonl import sniff as sniff_jsonl
from kg.readers.plain import sniff as sniff_text
from kg.records import Paper

SHARED = Path(__file__).resolve().parents[2] / "shared"
needs_shared = pytest.mark.skipif(
    not SHARED.is_dir(), reason="no shared samples beside the repository"
)

Read = Callable[[str], list[Paper]]


@pytest.fixture
def text(tmp_path: Path) -> Read:
    def read(content: str) -> list[Paper]:
        path = tmp_path / "x.txt"
        path.write_bytes(content.encode())
        return [paper for file in read_inputs([path]) for paper, _ in file.items()]

    return read


@pytest.fixture
def lines(tmp_path: Path) -> Callable[[str], tuple[FileRead, list[Paper]]]:
    def read(content: str) -> tuple[FileRead, list[Paper]]:
        path = tmp_path / "x.jsonl"
        path.write_text(content, encoding="utf-8")
        (result,) = ((f, [p for p, _ in f.items()]) for f in read_inputs([path]))
        return result

    return read


def one(lines: Callable[[str], tuple[FileRead, list[Paper]]], **fields: Any) -> Paper:
    return lines(json.dumps({"abstract": "A.", **fields}))[1][0]


def test_blank_lines_part_abstracts_whatever_the_line_ends(text: Read) -> None:
    content = "First one,\nwrapped.\n \t\n\nSecond.\n"
    expected = ["First one,\nwrapped.", "Second."]
    for ends in ("\n", "\r\n", "\r"):
        assert [p.abstract for p in text("\ufeff" + content.replace("\n", ends))] == expected


def test_a_heading_gives_venue_and_year(text: Read) -> None:
    papers = text("ICLR 2026 Papers\n\nOne abstract.\n\nTwo.")
    assert [(p.venue, p.year) for p in papers] == [("ICLR", 2026)] * 2
    assert len({p.id for p in papers}) == 2


@pytest.mark.parametrize(
    "first",
    [
        "In 2024 we saw this.",
        "We study what 2026 brings to every one of us in this rather long first block",
        "Transformers",
    ],
)
def test_a_sentence_a_long_block_and_a_word_are_no_heading(text: Read, first: str) -> None:
    assert [p.abstract for p in text(f"{first}\n\nTwo.")] == [first, "Two."]


@pytest.mark.parametrize(
    "abstract",
    [
        "We do three things:\n\n1. one thing.\n\n2. another.\n\n3. a third.",
        "The loss is\n\n$$x = 1$$\n\nwhere x is small.",
        "The loss is\n\n\\begin{align}\nx\n\n= 1\n\\end{align}",
        "We find\n\nthat it holds.",
    ],
)
def test_lists_formulas_and_sentences_that_go_on_stay_whole(text: Read, abstract: str) -> None:
    assert [p.abstract for p in text(f"First.\n\n{abstract}\n\nLast one.")] == [
        "First.",
        abstract,
        "Last one.",
    ]


def test_numbered_abstracts_are_no_list(text: Read) -> None:
    assert len(text("1. We do this.\n\n2. We do that.\n\n3. We do more.")) == 3


def test_a_block_without_words_is_no_abstract(text: Read) -> None:
    assert [p.abstract for p in text("One.\n\n-----\n\nTwo.")] == ["One.", "Two."]


@pytest.mark.parametrize(
    "head",
    [
        "<?xml version='1.0'?>",
        '{"a": 1}',
        "@article{key,",
        "TY  - JOUR",
        "PMID- 123",
        "FN Clarivate",
        "PT\tAU\tTI",
        "title,abstract,year,doi",
        '"Title";"Abstract";"Year";"DOI"',
    ],
)
def test_text_of_a_structured_format_is_no_seed_text(head: str) -> None:
    assert not sniff_text(head + "\nmore", "x.txt")


@pytest.mark.parametrize(
    "first",
    [
        "AI systems are here, there, and everywhere",
        "[Context] We study it.",
        "<p>We study it.</p>",
        "{\\bf We} study it.",
        "LLM - based agents",
        "parsing, tagging, chunking, and more",
    ],
)
def test_prose_is_not_taken_for_a_structured_format(text: Read, first: str) -> None:
    assert [p.abstract for p in text(f"{first}\n\nTwo.")] == [first, "Two."]


def test_abstracts_in_lower_case_stay_apart(text: Read) -> None:
    assert len(text("we use one thing.\n\nwe use another.")) == 2


def test_the_known_fields_are_filled_and_the_others_kept(lines: Any) -> None:
    paper = one(
        lines,
        id="p1",
        title="T",
        year=2024,
        venue="V",
        authors=["A B", "C D"],
        url="u",
        source="s",
        n=[1],
    )
    assert (paper.id, paper.input_id, paper.title, paper.year) == ("p1", "p1", "T", 2024)
    assert (paper.venue, paper.authors, paper.url) == ("V", ("A B", "C D"), "u")
    assert paper.extra == {"source": "s", "n": [1]}


def test_a_record_without_id_gets_one_from_its_content(lines: Any) -> None:
    paper = one(
        lines, title="T", doi="https://doi.org/10.1000/X", url="https://arxiv.org/abs/2301.00001v2"
    )
    assert (paper.id, paper.ids, paper.input_id) == ("doi:10.1000/x", ("arxiv:2301.00001",), "")


def test_an_id_is_authoritative_and_scheme_ids_stand_beside_it(lines: Any) -> None:
    paper = one(lines, id=17, doi="10.1000/x")
    assert (paper.id, paper.ids, paper.extra) == ("17", ("doi:10.1000/x",), {"doi": "10.1000/x"})


@pytest.mark.parametrize(
    ("given", "year"),
    [(2024, 2024), ("2024", 2024), ("2024-05-01", 2024), (2024.0, 2024), (None, None), ("", None)],
)
def test_years_are_read_from_numbers_and_dates(lines: Any, given: Any, year: int | None) -> None:
    assert one(lines, year=given).year == year


def test_what_is_no_year_is_kept_beside(lines: Any) -> None:
    paper = one(lines, year="in press")
    assert (paper.year, paper.extra) == (None, {"year": "in press"})


@pytest.mark.parametrize(
    ("given", "names"),
    [
        ("Ann Lee; Bo Wu", ("Ann Lee", "Bo Wu")),
        ("Lee, Ann; Wu, Bo", ("Lee, Ann", "Wu, Bo")),
        ("Ann Lee and Bo Wu", ("Ann Lee", "Bo Wu")),
        ("Lee, Ann and Wu, Bo", ("Lee, Ann", "Wu, Bo")),
        ("Ann Lee, Bo Wu & Cy Xi", ("Ann Lee", "Bo Wu", "Cy Xi")),
        ("Lee, Ann", ("Lee, Ann",)),
        ("Alexander Band", ("Alexander Band",)),
        ("", ()),
    ],
)
def test_authors_in_one_text_are_parted(given: str, names: tuple[str, ...]) -> None:
    assert split_authors(given) == names


def test_authors_may_be_objects_with_names(lines: Any) -> None:
    assert one(lines, authors=[{"name": "Ann Lee"}, {"name": None}, "Bo Wu"]).authors == (
        "Ann Lee",
        "Bo Wu",
    )


def test_a_broken_record_is_named_with_line_and_field_and_the_rest_read(lines: Any) -> None:
    content = (
        '{"abstract": "One."}\n\n{"abstract\n[1]\n{"title": {}}\n{"n": 1}\n{"abstract": "Two."}'
    )
    file, papers = lines(content)
    assert [p.abstract for p in papers] == ["One.", "Two."]
    assert [str(s) for s in file.skipped] == [
        "x.jsonl:3: not valid JSON: Invalid control character at column 11",
        "x.jsonl:4: not a JSON object",
        "x.jsonl:5: title: expected a text, found an object",
        "x.jsonl:6: has neither id, title nor abstract",
    ]


def test_a_broken_first_line_does_not_hide_the_format(lines: Any) -> None:
    file, papers = lines('{broken\n{"abstract": "One."}')
    assert (len(papers), len(file.skipped)) == (1, 1)


@pytest.mark.parametrize("indent", [None, 2])
def test_an_array_and_a_record_over_several_lines_are_read_too(
    lines: Any, indent: int | None
) -> None:
    records = [{"abstract": "One.", "authors": [{"name": "A"}]}, {"title": "T", "abstract": "Two."}]
    assert len(lines(json.dumps(records, indent=indent))[1]) == 2
    assert lines(json.dumps(records[1], indent=indent))[1][0].title == "T"


def test_separators_of_unicode_do_not_end_a_line(lines: Any) -> None:
    assert lines('{"abstract": "a\u2028b\x85c"}\n')[1][0].abstract == "a\u2028b\x85c"


def test_what_cannot_be_written_as_utf8_is_replaced_at_reading(lines: Any) -> None:
    paper = lines('{"abstract": "a\\ud800b \\ud83d\\ude00", "k\\udfff": ["\\udc00"]}')[1][0]
    assert paper.abstract == "a\ufffdb \U0001f600"
    json.dumps(dict(paper.extra), ensure_ascii=False).encode("utf-8")


@pytest.mark.parametrize("broken", ["[" * 100_000, "1" * 5_000, "{'a': 1}", ""])
def test_json_that_no_parser_takes_is_a_record_error(broken: str) -> None:
    with pytest.raises(RecordError, match="not valid JSON"):
        parse_json(broken)


def test_numbers_that_json_lacks_become_null() -> None:
    assert parse_json('{"a": NaN, "b": -Infinity}') == {"a": None, "b": None}


def test_documents_that_wrap_their_papers_are_another_format() -> None:
    assert not sniff_jsonl('{"status": "ok", "message": {"items": [{"title": "T"}]}}', "x.json")
    assert not sniff_jsonl('{\n "data": [\n {"title": "T"}]}', "x.json")


@needs_shared
def test_each_seed_file_holds_19_papers_of_one_venue() -> None:
    counts = {}
    for file in read_inputs([SHARED / "seeds"]):
        papers = [paper for paper, _ in file.items()]
        assert {(p.venue, p.year) for p in papers} == {("ICLR", 2026)}
        counts[file.source] = len({p.id for p in papers})
    assert list(counts.values()) == [19, 19]


@needs_shared
def test_the_hard_cases_are_all_read() -> None:
    reading = read_inputs([SHARED / "scale" / "hard_cases.jsonl"])
    file = next(reading)
    papers = [paper for paper, _ in file.items()]
    assert (file.read, file.without_abstract, file.skipped) == (39, 0, [])
    assert all(p.title and p.year and p.venue for p in papers)
