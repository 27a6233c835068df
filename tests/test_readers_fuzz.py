"""Whatever bytes come in: papers, named skips or one line of error; no traceback, no hang, no silent loss."""

import json
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from reader_sample import INPUTS, gzipped, zipped

from kg.errors import KgError
from kg.ids import display_title
from kg.readers import FileRead, read_inputs, readers
from kg.records import Paper
from kg.store.rows import paper_to_json
from kg.text import clean

BIBTEX = '@article{a, title={One {BERT}}, abstract={We do x.}, author={Lee, Ann}}\n@book{b, title="Two"}\n'
RIS = "TY  - JOUR\r\nTI  - One\r\nAB  - We do x.\r\nER  - \r\n\r\nTY  - JOUR\r\nTI  - Two\r\nER  - \r\n"
NBIB = "PMID- 77\nTI  - One\nAB  - We do x\n      and y.\n\nPMID- 78\nTI  - Two\n"
CONTENTS = [c.encode() for c in (*INPUTS.values(), BIBTEX, RIS, NBIB)]
CONTENTS += [gzipped(INPUTS["own.jsonl"]), zipped({n: c.encode() for n, c in INPUTS.items()})]

fuzzed = settings(
    max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("fuzz") / "x.txt"


def tried(place: Path, data: bytes, **options: str) -> tuple[list[Paper], list[FileRead], str]:
    """What reading gives; papers are checked to be fit for all that follows."""
    place.write_bytes(data)
    papers: list[Paper] = []
    files: list[FileRead] = []
    error = ""
    try:
        for file in read_inputs([place], **options):  # type: ignore[arg-type]
            files.append(file)
            papers += [paper for paper, _ in file.items()]
    except KgError as caught:
        error = str(caught)
    assert "\n" not in error
    for paper in papers:
        assert paper.id
        assert display_title(paper, None)
        assert clean(paper.abstract).raw == paper.abstract
        json.loads(paper_to_json(paper).encode("utf-8"))
    return papers, files, error


@given(st.binary(max_size=300))
@fuzzed
def test_random_bytes_are_read_or_refused(place: Path, data: bytes) -> None:
    papers, files, error = tried(place, data)
    assert papers or error or any(file.skipped for file in files)


@given(st.sampled_from(CONTENTS), st.data())
@fuzzed
def test_cut_and_spliced_files_are_read_or_refused(
    place: Path, content: bytes, data: st.DataObject
) -> None:
    i, j, k = sorted(data.draw(st.integers(0, len(content))) for _ in range(3))
    middle = data.draw(
        st.sampled_from([b"", content[j:k], b"\0", b'"', b"{", b"]", b"\n\n", b"\xff\xfe"])
    )
    papers, files, error = tried(place, content[:i] + middle + content[j:])
    assert papers or error or any(file.skipped for file in files)


@given(
    st.sampled_from([r.name for r in readers()]), st.sampled_from(CONTENTS), st.binary(max_size=60)
)
@fuzzed
def test_a_named_format_never_fails_on_what_is_of_another(
    place: Path, name: str, content: bytes, more: bytes
) -> None:
    papers, files, error = tried(place, content + more, input_format=name)
    assert papers or error or any(file.skipped for file in files)


@pytest.mark.parametrize(
    "name", ["arxiv.json", "s2orc.jsonl", "own.jsonl", "zotero.csv", "wos.txt"]
)
@given(junk=st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=30))
@example(junk='"')
@example(junk='x,"no end')
@example(junk='{"a": ')
@settings(parent=fuzzed, max_examples=30)
def test_a_line_of_junk_costs_no_other_record(place: Path, name: str, junk: str) -> None:
    lines = INPUTS[name].rstrip("\n").split("\n")
    wanted = {p.id for p in tried(place, INPUTS[name].encode())[0]}
    for at in range(1, len(lines) + 1):
        content = "\n".join([*lines[:at], junk, *lines[at:]])
        papers, files, error = tried(place, content.encode())
        assert wanted <= {p.id for p in papers}, error
        # The junk is read as something, named, or blank.
        told = len(papers) > len(wanted) or files[0].skipped
        assert told or not junk.strip(), junk


@pytest.mark.parametrize("name", sorted(INPUTS))
def test_a_cut_at_any_place_is_no_silent_loss(place: Path, name: str) -> None:
    data = INPUTS[name].encode()
    whole = {p.id for p in tried(place, data)[0]}
    for cut in range(len(data) // 2, len(data) - 2, max(1, len(data) // 60)):
        papers, files, error = tried(place, data[:cut])
        lost = whole - {p.id for p in papers}
        at_line_end = b"\n" in data[cut - 1 : cut + 1]
        if lost and not at_line_end and name.endswith((".json", ".jsonl", ".xml")):
            assert error or any(file.skipped for file in files), (cut, data[:cut][-40:])


def test_a_folder_of_all_formats_is_read_file_by_file(tmp_path: Path) -> None:
    for name, content in INPUTS.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    (tmp_path / "noise.bin").write_bytes(bytes(range(256)))
    found = {}
    for file in read_inputs([tmp_path]):
        list(file.items())
        found[file.source] = (file.format, file.read)
    assert found.pop("noise.bin") == ("", 0)
    assert all(format_ and count for format_, count in found.values())
    assert len(found) == len(INPUTS)
