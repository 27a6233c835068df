"""Markdown lists, and folders of texts that are one abstract each."""

from pathlib import Path

import pytest
from reader_sample import OTHER, TEXT, read, read_all, zipped

from kg.records import Paper

Wanted = list[tuple[str, str]]


def markdown(tmp_path: Path, content: str) -> list[Paper]:
    path = tmp_path / "x.md"
    path.write_text(content, encoding="utf-8")
    return read(path)[1]


def shown(papers: list[Paper]) -> Wanted:
    return [(paper.title, paper.abstract) for paper in papers]


@pytest.mark.parametrize("mark", ["#", "##", "###"])
def test_each_heading_with_text_is_a_paper(mark: str, tmp_path: Path) -> None:
    content = f"{mark} One #\n\n{TEXT}\n\nMore of it.\n\n{mark} Two\n{OTHER}\n{mark} Three\n"
    assert shown(markdown(tmp_path, content)) == [
        ("One", f"{TEXT}\n\nMore of it."),
        ("Two", OTHER),
        ("Three", ""),
    ]


def test_a_heading_over_headings_is_a_section_and_may_name_the_venue(tmp_path: Path) -> None:
    content = f"# ICLR 2021\n\n## Oral\n\n### One\n\n{TEXT}\n\n# ACL 2022\n\n## Two\n\n{OTHER}\n"
    papers = markdown(tmp_path, content)
    assert shown(papers) == [("One", TEXT), ("Two", OTHER)]
    assert [(p.venue, p.year) for p in papers] == [("ICLR", 2021), ("ACL", 2022)]


def test_a_list_under_one_heading_is_read_as_the_seeds_are(tmp_path: Path) -> None:
    papers = markdown(tmp_path, f"# ICLR 2021 Papers\n\n{TEXT}\n\n{OTHER}\n")
    assert shown(papers) == [("", TEXT), ("", OTHER)]
    assert {(p.venue, p.year) for p in papers} == {("ICLR", 2021)}


@pytest.mark.parametrize(
    "fields",
    [
        "**Authors:** Ann Lee, Bo Wu\n**Year**: 2021\n- DOI: 10.1000/a\n- Keywords: nets, trees\n\n",
        "*Ann Lee, Bo Wu*\n\nDate: 2021-05-01\n[x]: y\nDOI: https://doi.org/10.1000/a\n".replace("[x]: y\n", "")
        + "Tags: nets; trees\n\n**Abstract:** ",
        "Authors: Ann Lee, Bo Wu\nYear: 2021\ndoi: 10.1000/a\nkeywords: nets, trees\n\n### Abstract\n\n",
    ],
)  # fmt: skip
def test_fields_before_the_abstract_are_read(fields: str, tmp_path: Path) -> None:
    (paper,) = markdown(tmp_path, f"## One\n\n{fields}{TEXT}\n")
    assert (paper.title, paper.abstract, paper.year) == ("One", TEXT, 2021)
    assert (paper.authors, paper.id) == (("Ann Lee", "Bo Wu"), "doi:10.1000/a")
    assert paper.extra == {"keywords": ["nets", "trees"]}


def test_a_comment_in_code_is_no_heading(tmp_path: Path) -> None:
    content = f"# One\n\n{TEXT}\n\n```\n# not a title\n```\n\n# Two\n\n{OTHER}\n"
    assert [p.title for p in markdown(tmp_path, content)] == ["One", "Two"]


def folder(tmp_path: Path, *texts: str) -> list[Wanted]:
    inside = tmp_path / "in"
    inside.mkdir(exist_ok=True)
    for n, text in enumerate(texts):
        (inside / f"{n}.txt").write_text(text, encoding="utf-8")
    found = [shown(papers) for _, papers in read_all(inside)]
    archive = tmp_path / "in.zip"
    archive.write_bytes(zipped({f"{n}.txt": text.encode() for n, text in enumerate(texts)}))
    assert [shown(papers) for _, papers in read_all(archive)] == found
    return found


def test_a_folder_of_one_abstract_files_is_a_paper_a_file(tmp_path: Path) -> None:
    assert folder(
        tmp_path,
        TEXT,
        f"A Title\n\n{TEXT}\n",
        f"A Title\n{TEXT} {OTHER}\n",
        f"Title: A Title\n\n{TEXT}\n\n{OTHER}\n",
        f"{TEXT}\n\n{OTHER}",
    ) == [
        [("", TEXT)],
        [("A Title", TEXT)],
        [("A Title", f"{TEXT} {OTHER}")],
        [("A Title", f"{TEXT}\n\n{OTHER}")],
        [("", f"{TEXT}\n\n{OTHER}")],
    ]


@pytest.mark.parametrize(
    "texts",
    [
        ("ICLR 2021 Papers\n\n" + f"{TEXT}\n\n{OTHER}", TEXT, OTHER),
        (f"{TEXT}\n\n{OTHER}", f"{OTHER}\n\n{TEXT}", TEXT),
        ("\n\n".join([TEXT] * 7), TEXT, OTHER),
        (f"{TEXT}\n\n{TEXT * 200}", TEXT, OTHER),
        (f"{TEXT}\n\n{OTHER}",),
    ],
)
def test_a_folder_of_lists_is_a_paper_a_block(texts: tuple[str, ...], tmp_path: Path) -> None:
    first = folder(tmp_path, *texts)[0]
    assert len(first) >= 2
    assert not any(title for title, _ in first)


def test_a_wrapped_abstract_has_no_title(tmp_path: Path) -> None:
    wrapped = "We propose a network that\nreads trees and the like,\nfaster than others."
    assert folder(tmp_path, wrapped, TEXT) == [[("", wrapped)], [("", TEXT)]]
