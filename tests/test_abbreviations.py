"""Abbreviation definitions, and acronyms that markup spells out."""

import pytest

from extractors.abbreviations import abbreviations, is_short_form, spells
from extractors.acronyms import marked_acronyms
from kg.text import clean


def pairs(text: str) -> list[tuple[str, str]]:
    return [(text[slice(*p.long)], text[slice(*p.short)]) for p in abbreviations(text)]


@pytest.mark.parametrize(
    ("text", "long", "short"),
    [
        ("We use Masked Mixing (MM) here.", "Masked Mixing", "MM"),
        ("Aligning large language models (LLMs) is hard.", "large language models", "LLMs"),
        ("A sparse mixture of experts (MoE) layer", "mixture of experts", "MoE"),
        ("path-expression grammars (PEGs)", "path-expression grammars", "PEGs"),
        ("Low-Rank Adaptation (LoRA) of weights", "Low-Rank Adaptation", "LoRA"),
        ("Rewrite-Rank-Play-Search (R2PS)", "Rewrite-Rank-Play-Search", "R2PS"),
        ("a text-to-image (T2I) model", "text-to-image", "T2I"),
        ("3D Gaussian Splatting (3DGS)", "3D Gaussian Splatting", "3DGS"),
        ("Trust The Typical (T3)", "Trust The Typical", "T3"),
        ("the Proximal Policy Optimization algorithm (PPO)", "Proximal Policy Optimization", "PPO"),
        ("neural language models (LMs; Shannon, 1951)", "language models", "LMs"),
        ("named entity recognition [NER]", "named entity recognition", "NER"),
        ("language models (i.e., LMs)", "language models", "LMs"),
        ("a language model's (LM) weights", "language model", "LM"),
        ("explainable artificial intelligence (XAI)", "explainable artificial intelligence", "XAI"),
        ("the least absolute shrinkage and selection operator (Lasso)",
         "least absolute shrinkage and selection operator", "Lasso"),
        ("our 'Plain Old Syntax' (POS)", "Plain Old Syntax", "POS"),
    ],
)  # fmt: skip
def test_a_long_form_before_its_bracketed_short_form_is_found(
    text: str, long: str, short: str
) -> None:
    assert pairs(text) == [(long, short)]


@pytest.mark.parametrize(
    ("text", "long", "short"),
    [
        ("We train a GNN (graph net) on it.", "graph net", "GNN"),
        ("a MoE (mixture of experts) layer", "mixture of experts", "MoE"),
        ("DPO (Direct Preference Optimization)", "Direct Preference Optimization", "DPO"),
        ("PCA (the principal component analysis)", "principal component analysis", "PCA"),
    ],
)
def test_the_other_order_is_read_too(text: str, long: str, short: str) -> None:
    assert pairs(text) == [(long, short)]


@pytest.mark.parametrize(
    "text",
    [
        "as shown in (21) and see (2021)",
        "we (i) rank and (ii) search, (IV) play",
        "methods such as ranking (e.g., RankNet)",
        "it holds that (n + 1) and (O(n))",
        "by the authors (Smith et al., 2020)",
        "reached on average (100%)",
        "the whole approach (ours)",
        "Some models fail. Learning (ML) is hard.",
        "the second version of ADM-v2 (ADM)",
        "a strong baseline (GPT-4)",
        "()",
        "(",
        "",
    ],
)
def test_numbers_lists_citations_and_examples_are_no_acronyms(text: str) -> None:
    assert pairs(text) == []


def test_a_long_form_never_crosses_a_sentence_end() -> None:
    assert pairs("We study graphs. Neural networks (GNN) learn.") == []


def test_initial_letters_go_before_letters_inside_words() -> None:
    assert pairs("a marginal method for matrix mixing (MM)") == [("matrix mixing", "MM")]


def test_pairs_come_in_text_order_each_once() -> None:
    text = "reinforcement learning (RL) for large language models (LLMs), where RL helps LLMs"
    assert [short for _, short in pairs(text)] == ["RL", "LLMs"]


def test_plain_words_and_roman_numbers_are_no_short_forms() -> None:
    assert not any(map(is_short_form, ["semantic", "ii", "XI", "7", "2024", "A", ""]))
    assert all(map(is_short_form, ["RL", "LLMs", "k-NN", "R2PS", "Lasso"]))


def test_an_acronym_spells_only_all_initials() -> None:
    assert spells("MTBO", "multi-task Bayesian optimization")
    assert spells("DP-SGD", "Differentially Private SGD")
    assert not spells("RL", "robust representation learning")


def marked(raw: str) -> list[tuple[str, str]]:
    cleaned = clean(raw)
    return [(cleaned.text[slice(*a.long)], a.short) for a in marked_acronyms(cleaned)]


@pytest.mark.parametrize(
    ("raw", "long", "short"),
    [
        ("**Tw**o-stage **Lo**g-**R**atio Tuning", "Two-stage Log-Ratio", "TwLoR"),
        ("by **g**uided **r**andom **a**scent.", "guided random ascent", "GRA"),
        (
            "The **C**ont**r**astive m**A**trix **B**ank.",
            "Contrastive mAtrix Bank",
            "CrAB",
        ),
    ],
)
def test_letters_marked_inside_words_make_an_acronym(raw: str, long: str, short: str) -> None:
    assert marked(raw) == [(long, short)]


def test_a_mark_round_the_whole_hides_none_inside_and_many_marks_are_no_work() -> None:
    assert marked("***G**uided **r**andom **a**scent* it is") == [("Guided random ascent", "Gra")]
    assert marked("*Seen*. " * 50_000 + "By **g**uided **r**andom **a**scent") == [
        ("guided random ascent", "GRA")
    ]


@pytest.mark.parametrize(
    "raw",
    [
        "**Speed.** We train **fast** models.",
        "We show **GRAB**, a **fast** one.",
        "One **b**old letter.",
        "**one** **two** **three**",
    ],
)
def test_ordinary_emphasis_is_no_acronym(raw: str) -> None:
    assert marked(raw) == []
