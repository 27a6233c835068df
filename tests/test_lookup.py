"""Names as people write them find nodes; those that fit nothing are answered with near names."""

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
