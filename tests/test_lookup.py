"""Names as people write them find nodes; those that fit nothing are answered with near names."""

from pathlib import Path

import pytest
from store_sample import build_claims, claim, claims

from kg.errors import NotFoundError
from kg.lookup import find_entity, find_paper
from kg.store import Store, open_store

RECORDS = (
    claims(
        "doi:10.1/one",
        claim("Method", "Low-Rank Adaptation", "LoRA", role="proposes"),
        claim("Task", "fine-tuning"),
        title="Adapters that Fit",
    ),
    claims(
        "doi:10.1/two",
        claim("Method", "low-rank adaptation", "LoRA"),
        claim("Method", "C++"),
        title="More Adapters",
    ),
    claims("doi:10.1/three", claim("Dataset", "LoRA"), claim("Method", "C#"), title="Plain"),
    claims(
        "doi:10.2/four",
        claim("Method", "retrieval-augmented generation", "RAG"),
        claim("Method", "LoRA"),
        title="A 100% _",
    ),
)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    graph = tmp_path_factory.mktemp("lookup") / "g.kg"
    build_claims(graph, *RECORDS)
    return open_store(graph)


@pytest.fixture(scope="module")
def identified(tmp_path_factory: pytest.TempPathFactory) -> Store:
    graph = tmp_path_factory.mktemp("ids") / "g.kg"
    address = "https://openreview.net/forum?id=AbCdEf1234"
    build_claims(
        graph,
        *(
            claims(id, claim("Method", f"M{n}"))
            for n, id in enumerate(
                ("doi:10.1000/x", "arxiv:2401.01234", "pmid:123456", "acl:2023.acl-long.1")
            )
        ),
        claims("own", claim("Method", "ResNet"), url=address, title="Its own"),
        claims("titled", claim("Method", "AlexNet"), title="On 2401.01234"),
    )
    return open_store(graph)


def _ids(store: Store, text: str) -> list[str]:
    """The ids of the papers that `text` finds, the best first."""
    found = find_paper(store, text)
    return [found.best.id, *(other.id for other in found.others)]


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("LoRA", "Method:lora"),
        ("lora", "Method:lora"),
        ("low rank adaptations", "Method:lora"),
        ("low-rank adaptation method", "Method:lora"),
        ("Method:lora", "Method:lora"),
        ("finetuning", "Task:finetuning"),
        ("c++", "Method:c++"),
        ("C#", "Method:c#"),
        ("rag", "Method:retrievalaugmentedgeneration"),
    ],
)
def test_a_name_finds_its_entity_by_id_name_alias_or_normal_form(
    store: Store, name: str, id: str
) -> None:
    assert find_entity(store, name).best.id == id


def test_of_several_the_one_in_most_papers_is_best_and_the_others_are_named(store: Store) -> None:
    found = find_entity(store, "LoRA")
    assert (found.best.id, [other.id for other in found.others]) == (
        "Method:lora",
        ["Dataset:lora"],
    )
    assert find_entity(store, "LoRA", ["Dataset"]).best.id == "Dataset:lora"


def test_a_name_that_fits_nothing_is_answered_with_up_to_five_near_names(store: Store) -> None:
    with pytest.raises(NotFoundError, match="did you mean 'retrieval-augmented generation'"):
        find_entity(store, "retreival augmentd generation")
    with pytest.raises(NotFoundError, match="did you mean 'More Adapters'"):
        find_paper(store, "Morr Adapterz")


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("doi:10.1/one", "doi:10.1/one"),
        ("DOI:10.1/ONE", "doi:10.1/one"),
        ("doi:10.2", "doi:10.2/four"),
        ("Adapters that Fit", "doi:10.1/one"),
        ("adapters THAT", "doi:10.1/one"),
        ("LoRA", "doi:10.1/one"),
        ("low-rank adaptation", "doi:10.1/one"),
        ("100%", "doi:10.2/four"),
        ("_", "doi:10.2/four"),
    ],
)
def test_a_paper_is_found_by_id_prefix_title_part_or_proposal(
    store: Store, text: str, id: str
) -> None:
    assert find_paper(store, text).best.id == id


def test_a_title_or_a_proposal_beats_the_start_of_an_id(tmp_path: Path) -> None:
    build_claims(
        tmp_path / "g.kg",
        claims("aaa9", claim("Method", "AdamW"), title="h"),
        claims("bbb9", claim("Method", "BERT"), title="A"),
        claims("ccc9", claim("Method", "bbb", role="proposes"), title="Of a"),
    )
    with open_store(tmp_path / "g.kg") as store:
        assert _ids(store, "a") == ["bbb9", "aaa9"]
        assert _ids(store, "bbb") == ["ccc9", "bbb9"]
        assert _ids(store, "aa") == ["aaa9"]


@pytest.mark.parametrize(
    ("text", "id"),
    [
        ("10.1000/X", "doi:10.1000/x"),
        ("https://doi.org/10.1000/x", "doi:10.1000/x"),
        ("dx.doi.org/10.1000/x", "doi:10.1000/x"),
        ("DOI: 10.1000/x.", "doi:10.1000/x"),
        ("https://dl.acm.org/doi/10.1000/x", "doi:10.1000/x"),
        ("2401.01234v2", "arxiv:2401.01234"),
        ("arXiv:2401.01234v3", "arxiv:2401.01234"),
        ("arXiv 2401.01234", "arxiv:2401.01234"),
        ("https://arxiv.org/pdf/2401.01234v1.pdf", "arxiv:2401.01234"),
        ("https://doi.org/10.48550/arXiv.2401.01234", "arxiv:2401.01234"),
        ("https://openreview.net/forum?id=AbCdEf1234", "own"),
        ("openreview.net/pdf?id=AbCdEf1234", "own"),
        ("AbCdEf1234", "own"),
        ("https://pubmed.ncbi.nlm.nih.gov/123456/", "pmid:123456"),
        ("PMID 123456", "pmid:123456"),
        ("123456", "pmid:123456"),
        ("https://aclanthology.org/2023.acl-long.1/", "acl:2023.acl-long.1"),
        ("2023.ACL-long.1", "acl:2023.acl-long.1"),
        ("On 2401.01234", "titled"),
    ],
)
def test_a_paper_is_found_by_its_ids_as_people_write_them(
    identified: Store, text: str, id: str
) -> None:
    assert _ids(identified, text) == [id]


def test_a_part_of_an_unknown_id_is_no_other_id(identified: Store) -> None:
    for text in ("10.1000/123456", "https://example.org/123456", "see 10.1000/x"):
        with pytest.raises(NotFoundError):
            find_paper(identified, text)


def test_a_prefix_of_several_ids_is_no_paper(store: Store) -> None:
    with pytest.raises(NotFoundError, match=r"'doi:10\.1/': doi:10\.1/one, .*; give more of it"):
        find_paper(store, "doi:10.1/")


def test_a_part_of_several_titles_gives_them_all(store: Store) -> None:
    found = find_paper(store, "adapters")
    assert {found.best.id, *(o.id for o in found.others)} == {"doi:10.1/one", "doi:10.1/two"}


@pytest.mark.parametrize(
    "name",
    [
        "TD3/SAC",
        "tb-",
        "(x)",
        "'",
        '"',
        "%x",
        "a_",
        "",
        " ",
        "y" * 10_000,
        "\U0001f600",
        "NEAR(",
        "\x00",
        "\ud800",
        "* OR *",
    ],
)
def test_hostile_names_are_not_found_in_one_line(store: Store, name: str) -> None:
    for find in (find_entity, find_paper):
        with pytest.raises(NotFoundError) as caught:
            find(store, name)
        assert len(str(caught.value)) < 600
        assert "\n" not in str(caught.value)


def test_a_name_of_another_type_is_told_by_its_type(store: Store) -> None:
    with pytest.raises(NotFoundError, match=r"'RAG' is a Method here; this asks for a Task$"):
        find_entity(store, "RAG", {"Task"})


def test_a_name_that_a_decision_leaves_out_is_told_by_the_decision(tmp_path: Path) -> None:
    graph = tmp_path / "g.kg"
    (tmp_path / "curation.toml").write_text(
        """[[decision]]
        do = "ignore"
        type = "Task"
        name = "LoRA"

        [[decision]]
        do = "ignore"
        type = "Method"
        name = "low-rank adaptation"
        """
    )
    build_claims(graph, *RECORDS)
    with open_store(graph) as store:
        for name in ("low-rank adaptation", "Low rank adaptations"):
            with pytest.raises(NotFoundError, match="is ignored by decision 2; kg curate undo 2"):
                find_entity(store, name)
        # The first decision has nothing to leave out, the second is about no Task.
        assert find_entity(store, "LoRA").best.id == "Dataset:lora"
        with pytest.raises(NotFoundError, match="nothing is called"):
            find_entity(store, "low-rank adaptation", {"Task"})
