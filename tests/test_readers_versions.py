"""One paper in the exports of many sources is one paper, with all its ids."""

from pathlib import Path

import pytest
from cli_sample import CapitalisedWords
from reader_sample import INPUTS, TEXT

from kg.build import build
from kg.store import open_store

#: Each holds one paper by id: by DOI, arXiv id, PMID or an id that another of them gives beside.
SOURCES = (
    *("acl.xml", "arxiv.json", "atom.xml", "crossref.json", "endnote.xml", "list.md", "oai.xml"),
    *("openalex.json", "pubmed.xml", "s2.json", "s2orc.jsonl", "wos.txt", "zotero.csv"),
)


@pytest.mark.parametrize("order", [SOURCES, SOURCES[::-1]])
def test_a_paper_from_many_sources_is_one_and_keeps_its_ids(
    order: tuple[str, ...], tmp_path: Path
) -> None:
    for name in order:
        (tmp_path / name).write_text(INPUTS[name], encoding="utf-8")
    graph = tmp_path / "g.kg"
    build([tmp_path / name for name in order], graph=graph, extractor=CapitalisedWords())
    with open_store(graph) as store:
        paper = store.paper("doi:10.1000/a")
        others = {p.id for p in store.papers()} - {paper.id}
    assert paper.ids == (
        # One preprint has an id of its own, and the title and an author of another.
        *("acl:2021.acl-long.1", "arxiv:0704.0002", "arxiv:2101.00001", "openalex:W11", "pmid:77"),
        *("s2:12", f"s2:{'a' * 40}", "wos:000123456789"),
    )
    assert others == {
        *("doi:10.1000/b", "openalex:W12", "s2:13", f"s2:{'b' * 40}"),
    }


def test_a_preprint_and_its_published_version_are_one_by_title_and_author(tmp_path: Path) -> None:
    def written(name: str, title: str, ids: str) -> Path:
        path = tmp_path / name
        path.write_text(f"title,authors,abstract,{ids.partition('=')[0]}\n"
                        f'"{title}","Lee, Ann; Wu, Bo","{TEXT}",{ids.partition("=")[2]}\n')  # fmt: skip
        return path

    files = [
        written("preprint.csv", "Parsing, with Nets", "arxiv=2101.00001v3"),
        written("published.csv", "Parsing with nets.", "doi=10.1000/a"),
        written("second.csv", "Parsing with nets II", "doi=10.1000/b"),
    ]
    graph = tmp_path / "g.kg"
    build(files, graph=graph, extractor=CapitalisedWords())
    with open_store(graph) as store:
        found = {p.id: p.ids for p in store.papers()}
    assert sorted(len(ids) for ids in found.values()) == [0, 1]
    assert {*found, *(i for ids in found.values() for i in ids)} == {
        *("arxiv:2101.00001", "doi:10.1000/a", "doi:10.1000/b"),
    }
