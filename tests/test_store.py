"""What a graph file gives back."""

from pathlib import Path

import pytest
from store_sample import PAPERS, build_claims, build_papers, claim, claims, write

from kg.errors import NotFoundError
from kg.records import Edge
from kg.store import Store, open_store


@pytest.fixture
def store(tmp_path: Path) -> Store:
    build_papers(tmp_path / "g.kg", write(tmp_path / "a.jsonl", *PAPERS))
    return open_store(tmp_path / "g.kg")


def test_papers_come_back_as_they_were_given(store: Store) -> None:
    papers = {paper.id: paper for paper in store.papers()}
    assert list(papers) == ["p1", "p2", "p3", "p4", "p5"]
    assert (papers["p1"].year, papers["p2"].venue, papers["p3"].authors) == (
        2020,
        "ACL",
        ("Ada Byron",),
    )
    assert papers["p5"].extra == {"note": "kept"}
    assert papers["p1"].abstract == PAPERS[0]["abstract"]
    assert store.paper("p1") == papers["p1"]


def test_entities_come_in_id_order(store: Store) -> None:
    ids = [entity.id for entity in store.entities()]
    assert ids == ["Method:adamw", "Method:bert", "Method:gpt", "Method:lora", "Method:lstm"]
    assert store.entity("Method:lora").name == "LoRA"


def test_edges_carry_their_provenance(store: Store) -> None:
    edges = list(store.edges())
    assert Edge("p3", "USES", "Method:lora", "p3", 0.9, None, (16, 20)) in edges
    assert Edge("Method:gpt", "USED_FOR", "Method:lora", "p3", 0.8, (0, 3), (16, 20)) in edges
    assert edges == sorted(edges, key=lambda e: (e.head, e.type, e.tail, e.paper))


def test_edges_of_a_paper_include_what_it_states(store: Store) -> None:
    assert {(e.head, e.tail) for e in store.edges_of("p3")} == {
        ("p3", "Method:gpt"),
        ("p3", "Method:lora"),
        ("Method:gpt", "Method:lora"),
    }
    assert {e.paper for e in store.edges_of("Method:lora")} == {"p3", "p5"}


@pytest.mark.parametrize("ask", [Store.paper, Store.entity, Store.edges_of, Store.why])
def test_an_unknown_id_is_not_found(store: Store, ask) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(NotFoundError, match="kg search"):
        list(ask(store, "Method:none"))


def test_why_tells_how_each_form_joined_its_entity(tmp_path: Path) -> None:
    build_claims(
        tmp_path / "g.kg",
        claims(
            "a", claim("Method", "bidirectional encoder representations from transformers", "BERT")
        ),
        claims("b", claim("Method", "Bert")),
        claims("c", claim("Method", "BERT")),
    )
    with open_store(tmp_path / "g.kg") as store:
        (entity,) = store.entities()
        reasons = {row["form"]: row["reason"] for row in store.why(entity.id)}
    assert entity.name == "BERT"
    assert entity.id == "Method:bert"
    assert entity.aliases == ("Bert", "bidirectional encoder representations from transformers")
    assert reasons["Bert"] == "spelling"
    assert "same but" in reasons["bidirectional encoder representations from transformers"]


def test_search_finds_parts_typos_titles_and_abstracts(store: Store) -> None:
    assert store.search("adam")[0].id == "Method:adamw"
    assert store.search("addamw")[0].id == "Method:adamw"
    assert store.search("Three")[0].id == "p3"
    hits = store.search("nothing to find")
    assert [(hit.id, hit.matched) for hit in hits[:1]] == [("p4", "abstract")]
    assert len(store.search("e", limit=2)) == 2


def test_a_typo_in_one_word_of_a_longer_name_still_finds_it(tmp_path: Path) -> None:
    names = ("emotion cause analysis", "locomotion", "question answering")
    build_claims(tmp_path / "g.kg", claims("a", *(claim("Task", name) for name in names)))
    with open_store(tmp_path / "g.kg") as store:
        assert [hit.name for hit in store.search("emotoin")][:1] == ["emotion cause analysis"]
        assert [hit.name for hit in store.search("emotoin caus")][:1] == ["emotion cause analysis"]
        assert store.search("zzyzx") == []


@pytest.mark.parametrize(
    "text",
    [
        "C++",
        "TD3/SAC",
        "tb-",
        "(x)",
        "'",
        '"',
        "%",
        "_",
        "",
        " ",
        "x" * 10_000,
        "\U0001f600" * 5,
        "NEAR(a b)",
        "a AND",
        "col:x",
        "^x",
        "*",
        "\x00abc",
        "\ud800abc",
        "-x",
        "ß",
        "a\nb\tc",
    ],
)
def test_no_text_breaks_the_search(store: Store, text: str) -> None:
    assert isinstance(store.search(text), list)


def test_info_counts_by_type_and_names_versions(store: Store) -> None:
    info = store.info()
    assert info["entities_by_type"] == {"Task": 0, "Method": 5, "Dataset": 0}
    assert sum(info["edges_by_type"].values()) == info["edges"] == 14
    assert info["versions"]["extractor"] == "names-1"
    assert [source["source"] for source in info["sources"]] == ["a.jsonl"]
