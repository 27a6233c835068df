"""The offset map holds for any text; where markup is absent, source and text agree."""

import json
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.text import Clean, clean

SHARED = Path(__file__).resolve().parents[2] / "shared"
PIECES = [
    "word", "LoRA", "A*", "x_i", "2", "e\u0301", "ﬁ", "&amp;", "&lt;b&gt;", "<b>", "</b>", "<1%",
    "**", "*", "_", "`", "``", "''", "$", "$$", "^", "^2", "_{ab}", "{", "}", "\\", "\\\\",
    "\\textbf{", "\\textbf{x}", "\\alpha", "\\frac{a}{b}", "\\cite{x}", "\\ours{}", "\\'e", "\\%",
    "\\(", "\\)", "\\[", "[", "](http://a.b)", " ", " ", "\n", "\n\n", "-\n", "- ", "# ", "~",
    "\u00a0", "\u200b", "\ud800", "\x02", "\x1b[0m", "Ã¶", "\u0301", ".", ",", "(", ")", "\ufdd0",
]  # fmt: skip
MARKED_UP = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)
PLAIN = st.from_regex(
    r"[A-Za-z0-9.,;:()é“”–-]{1,8}( [A-Za-z0-9.,;:()é“”–-]{1,8}){0,8}", fullmatch=True
)


def check_map(result: Clean) -> None:
    text, starts, ends = result.text, list(result.starts), list(result.ends)
    assert len(text) == len(starts) == len(ends)
    assert starts == sorted(starts)
    assert ends == sorted(ends)
    assert all(0 <= a < b <= len(result.raw) for a, b in zip(starts, ends, strict=True))
    for match in re.finditer(r"\S+", text):
        span = result.snap(*match.span())
        assert span[0] <= match.start()
        assert span[1] >= match.end()
        start, end = result.to_raw(*span)
        assert result.to_clean(start, end) == span
        if result.raw[start:end].isalnum() and result.raw[start:end].isascii():
            assert result.raw[start:end] == text[slice(*span)]
    for c0, c1 in result.marks:
        assert text[c0:c1].strip() == text[c0:c1] != ""
    assert list(result.marks) == sorted(result.marks)


@given(MARKED_UP)
@settings(max_examples=400, deadline=None)
def test_the_map_is_monotone_and_spans_come_back(raw: str) -> None:
    check_map(clean(raw))


@given(st.text(max_size=60))
@settings(max_examples=300, deadline=None)
def test_the_map_holds_for_any_characters(raw: str) -> None:
    check_map(clean(raw))


@given(PLAIN)
@settings(deadline=None)
def test_plain_text_is_its_own_source(raw: str) -> None:
    result = clean(raw)
    assert result.text == raw
    assert result.to_raw(0, len(raw)) == (0, len(raw))


@given(
    st.lists(st.sampled_from(["Deep", "net", "**R**ank", "$k$-NN", r"\emph{a}", "R$^2$PS", "A*"]))
)
@settings(deadline=None)
def test_cleaning_twice_changes_nothing_more(words: list[str]) -> None:
    once = clean(" ".join(words)).text
    assert clean(once).text == once


def test_a_span_snaps_to_whole_atoms() -> None:
    result = clean("e\ufb03cient")
    assert result.text == "efficient"
    assert result.snap(2, 3) == (1, 4)
    assert result.to_raw(1, 4) == (1, 2)


def test_source_of_a_marked_up_name_holds_its_markup() -> None:
    raw = "We propose **Bi**-directional **Lo**w."
    result = clean(raw)
    start, end = result.to_raw(11, 29)
    assert result.text[11:29] == "Bi-directional Low"
    assert raw[start:end] == "Bi**-directional **Lo**w"


def records(name: str) -> list[dict[str, object]]:
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"{path.name} is not here")
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def test_the_map_holds_on_hard_abstracts() -> None:
    for record in records("scale/hard_cases.jsonl"):
        check_map(clean(str(record["abstract"])))


def test_the_map_holds_on_seed_files() -> None:
    paths = sorted((SHARED / "seeds").glob("*.txt"))
    if not paths:
        pytest.skip("the seed files are not here")
    for path in paths:
        check_map(clean(path.read_text(encoding="utf-8")))


def test_annotated_mentions_occur_in_the_cleaned_text() -> None:
    found = missed = 0
    for name in ("train", "dev", "seeds-000"):
        for record in records(f"gold/{name}.jsonl"):
            text = clean(str(record["raw"])).text
            entities = record["entities"]
            assert isinstance(entities, list)
            for entity in entities:
                for mention in entity["mentions"]:
                    # Most stand there as they are, which is quicker to see.
                    if mention in text or clean(mention).text in text:
                        found += 1
                    else:
                        missed += 1
    assert missed <= 0.005 * (found + missed)
