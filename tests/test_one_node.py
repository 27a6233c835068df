"""What users of graph builders complain of most, on graphs that were built: variants apart, two things fused."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from store_sample import Record, build_claims, claim, claims, contents

from kg.build import build, remove
from kg.store import open_store
from kg.text import clean


def ids_of(graph: Path, *names: str) -> list[set[str]]:
    """The entities that have each name, by id."""
    with open_store(graph) as store:
        return [{id_ for _, _, id_ in store.entities_named(name)} for name in names]


def papers(*entities: Sequence[str], type: str = "Method") -> list[Record]:
    """A paper an entity, given by its name and other mentions."""
    return [claims(f"p{n}", claim(type, *forms)) for n, forms in enumerate(entities)]


BERT = "bidirectional encoder representations from transformers"


def test_spelling_variants_are_one_node_with_aliases_and_reasons(tmp_path: Path) -> None:
    graph = tmp_path / "g.kg"
    build_claims(graph, *papers(["BERT"], ["Bert"], [BERT, "BERT"]))
    with open_store(graph) as store:
        (entity,) = store.entities()
        assert {entity.name, *entity.aliases} == {"BERT", "Bert", BERT}
        assert {row["form"] for row in store.why(entity.id)} == {"Bert", BERT}


@pytest.mark.parametrize(
    ("short", "forms"),
    [
        ("RoPE", ["rotary position embedding", "Rotary Positional Embeddings", "RoPE"]),
        ("SFT", ["supervised fine-tuning", "supervised finetuning", "Supervised Fine-Tuning"]),
        ("RAG", ["retrieval-augmented generation", "Retrieval Augmented Generation", "RAG"]),
        ("MoE", ["mixture of experts", "Mixture-of-Experts", "MoE"]),
        ("LoRA", ["low-rank adaptation", "Low-Rank Adapters", "low rank adaptation", "LORA"]),
        ("LLM", ["large language model", "Large Language Models", "LLMs"]),
    ],
)
def test_well_known_names_are_one_node_each(tmp_path: Path, short: str, forms: list[str]) -> None:
    graph = tmp_path / "g.kg"
    defined = [[form, short] if " " in form or "-" in form else [form] for form in forms]
    build_claims(graph, *papers(*defined, [short], [forms[0]]))
    with open_store(graph) as store:
        assert len(list(store.entities())) == 1


@pytest.mark.parametrize(
    ("short", "one", "two"),
    [
        ("SAC", "soft actor-critic", "semantic-anchor compression"),
        ("DPO", "direct preference optimization", "distributed policy oracle"),
        ("SLM", "small language model", "speech language model"),
    ],
)
def test_two_things_with_one_short_form_are_two_nodes(
    tmp_path: Path, short: str, one: str, two: str
) -> None:
    graph = tmp_path / "g.kg"
    build_claims(graph, *papers([one, short], [one], [two, short], [two], [short]))
    first, second, both = ids_of(graph, one, two, short)
    assert len(first) == len(second) == 1
    assert not first & second
    assert first | second < both  # the bare use is neither


def test_one_name_of_two_types_is_two_nodes(tmp_path: Path) -> None:
    graph = tmp_path / "g.kg"
    build_claims(
        graph, claims("a", claim("Task", "ToolBench")), claims("b", claim("Dataset", "ToolBench"))
    )
    assert ids_of(graph, "ToolBench") == [{"Task:toolbench", "Dataset:toolbench"}]


def test_two_papers_that_introduce_things_of_one_short_name_introduce_two(tmp_path: Path) -> None:
    graph = tmp_path / "g.kg"
    coined = claim("Dataset", "Dated Recordings of Early Modern Speech", "DREMS", role="proposes")
    other = claim("Dataset", "DREMS", role="proposes")
    build_claims(graph, claims("a", coined), claims("b", other))
    long, short = ids_of(graph, coined["name"], "DREMS")
    assert len(long) == 1
    assert len(short) == 2


def test_versions_and_a_kind_of_a_thing_stay_apart(tmp_path: Path) -> None:
    graph = tmp_path / "g.kg"
    names = ["GPT-3", "GPT-4", "Llama-3", "Llama-3-8B", "diffusion models"]
    names += ["latent diffusion models", "fine-tuning", "supervised fine-tuning"]
    build_claims(graph, *papers(*([name] for name in names)))
    with open_store(graph) as store:
        assert len(list(store.entities())) == len(names)
        assert not [edge for edge in store.edges() if edge.head != edge.paper]


def test_every_edge_has_its_sentence_and_offsets(tmp_path: Path) -> None:
    graph = tmp_path / "g.kg"
    record = claims(
        "a",
        claim("Method", "tree search"),
        claim("Task", "planning", role="addresses"),
        abstract="We use **tree search** here. It serves planning.",
        relations=[["tree search", "USED_FOR", "planning"]],
    )
    build_claims(graph, record)
    with open_store(graph) as store:
        edges = list(store.edges())
        text = store.paper("a").abstract
    names = {"Method:treesearch": "tree search", "Task:planning": "planning"}
    assert len(edges) == 3
    for edge in edges:
        for node, span in ((edge.head, edge.head_span), (edge.tail, edge.tail_span)):
            if node in names:
                assert span is not None
                assert clean(text[slice(*span)]).text == names[node]


def test_what_only_a_removed_paper_used_is_gone(tmp_path: Path) -> None:
    graph = tmp_path / "g.kg"
    build_claims(graph, *papers(["TreeSet"], ["LoRA"], ["LoRA"], type="Dataset"))
    remove(graph, "p0")
    assert ids_of(graph, "TreeSet", "LoRA") == [set(), {"Dataset:lora"}]


def test_adding_papers_gives_the_graph_of_all_at_once(tmp_path: Path) -> None:
    records = papers(
        ["low-rank adaptation", "LoRA"], ["LoRA"], ["SAC"], ["soft actor-critic", "SAC"], [BERT]
    )
    together, bit_by_bit = tmp_path / "all" / "g.kg", tmp_path / "bits" / "g.kg"
    for folder in (together.parent, bit_by_bit.parent):
        folder.mkdir()
    files = []
    for n, record in enumerate(records):
        files.append(tmp_path / f"{n}.jsonl")
        files[-1].write_text(json.dumps(record) + "\n", encoding="utf-8")
        build([files[-1]], graph=bit_by_bit, extractor=None, claims=True)
    build(list(reversed(files)), graph=together, extractor=None, claims=True)
    assert contents(together) == contents(bit_by_bit)


def test_ids_of_entities_that_no_added_claim_touches_stay(tmp_path: Path) -> None:
    graph = tmp_path / "g.kg"
    before = papers(["low-rank adaptation", "LoRA"], ["LoRA"], ["tree search"], ["SAC"])
    build_claims(graph, *before)
    with open_store(graph) as store:
        ids = {entity.id for entity in store.entities()}
    build_claims(graph, claims("new", claim("Method", "beam search")), name="more.jsonl")
    with open_store(graph) as store:
        assert {entity.id for entity in store.entities()} == ids | {"Method:beamsearch"}
