"""Spellings of one name have one normal form; different names have different ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.resolve.abbreviation import abbreviates, inner_definitions, without_inner
from kg.resolve.core import core, core_words, unordered
from kg.resolve.normal import loose, normal


@pytest.mark.parametrize(
    "spellings",
    [
        ("fine-tuning", "fine tuning", "finetuning", "Fine‑Tuning"),
        ("LLM", "LLMs", "llm"),
        ("RKHS", "RKHSs"),
        ("β-VAE", "beta-VAE", "Beta VAE"),
        ("µP", "μP", "mu-P"),
        ("Schrödinger bridge", "Schrodinger bridges"),
        ("knowledge bases", "knowledge base"),
        ("policies", "policy"),
        ("losses", "loss"),
        ("social biases", "social bias"),
        ("Llama-2", "Llama 2", "LLaMA2"),
        ("Claude 3.5", "claude-3.5"),
        ("Q&A", "q & a"),
        ("Adam's", "Adam"),
        ("ＢＥＲＴ", "BERT"),
    ],
)
def test_spellings_of_one_name_are_equal(spellings: tuple[str, ...]) -> None:
    assert len({normal(spelling) for spelling in spellings}) == 1


@pytest.mark.parametrize(
    "names",
    [
        ("C", "C++", "C#"),
        ("LoRA", "LoRA+"),
        ("A", "A*"),
        ("Claude 3.5", "Claude 35"),
        ("Llama 2 7B", "Llama 27B"),
        ("TD3/SAC", "TD3SAC"),
        ("pass@k", "passk"),
        ("GLUE", "GLUES"),
        ("time series", "time serie"),
        ("Qwen", "Qwen2"),
        ("か", "が"),
        ("+", "-", "?!", "…"),
        ("𝔸", "𝔹"),
        ("漢", "字"),
    ],
)
def test_different_names_stay_apart(names: tuple[str, ...]) -> None:
    assert len({normal(name) for name in names}) == len(names)


@given(st.text(max_size=30))
def test_a_normal_form_is_never_empty_and_is_its_own(text: str) -> None:
    assert normal(text)
    assert normal(text) == normal(text.strip())


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("LoRA", "Low-Rank Adaptation"),
        ("LLMs", "large language models"),
        ("BERT", "Bidirectional Encoder Representations from Transformers"),
        ("Bi-LoRA", "Bi-directional Low-Rank Adaptation"),
        ("MoE", "mixture-of-experts"),
        ("ELBO", "evidence lower bound"),
        ("k-NN", "k-nearest neighbours"),
        ("3DGS", "3D Gaussian Splatting"),
        ("SAC", "soft actor-critic"),
    ],
)
def test_a_short_form_abbreviates_its_long_form(short: str, long: str) -> None:
    assert abbreviates(short, long)


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("SAC", "semantic memory"),
        ("CoT", "CoT reasoning"),
        ("ImageNet", "ImageNet-1K"),
        ("DPO", "Diffusion Direct Preference Optimization"),
        ("MoE", "mixture-of-experts language models"),
        ("LLM", "models"),
        ("GNN", "graph net"),
        ("pruning", "model pruning"),
        ("LoRA", "LoRA"),
        ("", "long form"),
        ("2", "two things"),
    ],
)
def test_a_part_or_other_letters_do_not_abbreviate(short: str, long: str) -> None:
    assert not abbreviates(short, long)


def test_inner_short_forms_that_repeat_are_left_out() -> None:
    assert without_inner("chain-of-thought (CoT) distillation") == "chain-of-thought distillation"
    assert without_inner("Llama 2 (7B)") == "Llama 2 (7B)"


def test_short_forms_inside_a_name_are_spelled_out() -> None:
    known = {"rl": ("reinforcement", "learning"), "mu": ("machine", "unlearning")}
    assert core("offline RL", known) == core("offline reinforcement learning", {})
    assert core("RL", known) == "rl"
    assert core("mu law", known) == "mulaw"


@pytest.mark.parametrize(
    "names",
    [
        ("policy gradient methods", "policy gradients", "policy gradient"),
        ("word-level alignments", "word alignment"),
        ("LLM-as-a-judge", "LLMs as judge", "LLM-based judges"),
        ("Gaussian mixture", "Gaussian mixture models"),
        ("diffusion sampler", "diffusion sampling"),
    ],
)
def test_words_and_endings_that_tell_nothing_are_no_part_of_the_core(
    names: tuple[str, ...],
) -> None:
    assert len({core(name, {}) for name in names}) == 1


@pytest.mark.parametrize(
    "names",
    [
        ("language model", "language"),
        ("in-context learning", "context learning"),
        ("image-to-text", "text-to-image", "image text"),
        ("C++ method", "C method"),
        ("method", "algorithm"),
        ("!", "?"),
    ],
)
def test_names_that_differ_have_different_cores(names: tuple[str, ...]) -> None:
    assert len({core(name, {}) for name in names}) == len(names)


@given(st.text(max_size=30))
def test_a_core_is_never_empty(text: str) -> None:
    assert core(text, {"a": ("b", "model")})


def test_loose_forms_see_through_endings_and_small_words() -> None:
    assert loose("low-rank adapters") == loose("Low-Rank Adaptation")
    assert loose("learning with human feedback") == loose("learning from human feedback")
    assert loose("vector quantisation") == loose("vector quantization")
    assert loose("recursive networks") != loose("recurrent networks")


@pytest.mark.parametrize(
    "names",
    [
        ("detecting fake news", "detection of fake news", "fake news detection"),
        ("natural language understanding", "language understanding"),
        ("privacy-preserving machine learning", "privacy-preserving learning"),
        ("ImageNet dataset", "ImageNet", "ImageNet benchmark"),
        ("BERT model", "BERT"),
        ("attention mechanism", "attention"),
        ("vanilla gradient descent", "gradient descent"),
        ("jailbreak attacks", "jailbreak"),
        ("membership inference attack", "membership inference"),
        ("best-of-N sampling", "Best-of-N selection", "best of n"),
        ("distributional shift", "distribution shift"),
        ("prompt optimization", "prompt optimizer"),
        ("dense retrieval", "dense retriever"),
        ("mathematical reasoning", "math reasoning"),
        ("following instructions", "instruction-following"),
        ("diffusion models", "diffusion"),
        ("transformer-based models", "Transformer model", "transformer"),
        ("logical rules", "logic rule"),
        ("multivariate Gaussian distribution", "multivariate Gaussian"),
    ],
)
def test_names_for_one_thing_have_one_core(names: tuple[str, ...]) -> None:
    assert len({core(name, {}) for name in names}) == 1


@pytest.mark.parametrize(
    "names",
    [
        ("latent variable model", "latent variable"),
        ("process reward model", "process reward"),
        ("image dataset", "image", "image benchmark"),
        ("RL model", "RL"),
        ("inference attack", "inference"),
        ("linear transformation", "linear transformer"),
        ("voice conversion", "voice conversation"),
        ("DeepSeek-R1-Distill", "DeepSeek-R1 distillation"),
        ("adversarial machine learning", "adversarial learning"),
        ("generating functions", "function"),
        ("Dreamer", "dream"),
        ("MASK", "masking"),
        ("GPT-4 model", "GPT-3 model"),
    ],
)
def test_names_for_different_things_have_different_cores(names: tuple[str, ...]) -> None:
    assert len({core(name, {}) for name in names}) == len(names)


@pytest.mark.parametrize(
    ("british", "american"),
    [
        ("generalisation", "generalization"),
        ("behaviour modelling", "behavior modeling"),
        ("k-nearest neighbours", "k-nearest neighbors"),
        ("colour-centred dialogue", "color-centered dialog"),
        ("analysing fibre artefacts", "analyzing fiber artifacts"),
        ("parametrised", "parameterized"),
    ],
)
def test_british_and_american_spellings_are_equal(british: str, american: str) -> None:
    assert normal(british) == normal(american)


@pytest.mark.parametrize("word", ["denoising", "supervised", "pairwise", "advertising", "promise"])
def test_words_whose_is_is_no_suffix_keep_it(word: str) -> None:
    assert normal(word) == word


def test_modifiers_may_stand_in_another_order_in_names_of_many_words() -> None:
    def order(name: str) -> object:
        return unordered(core_words(name, {}))

    assert order("model-based offline reinforcement learning") == order(
        "offline model-based reinforcement learning"
    )
    assert order("visual text-to-image generation") is None
    assert order("Mamba 2.1 Tiny") == order("Mamba-Tiny-2.1")
    assert order("LLaDA 1 of 2") is None
    assert order("offline learning") is None


def test_short_forms_of_greek_letters_and_of_numbers_for_words_are_read() -> None:
    assert abbreviates("µP", "Maximal Update Parametrization")
    assert abbreviates("T2I", "text-to-image")
    assert without_inner("Autoregressive (AR) models") == "Autoregressive models"
    assert inner_definitions("Kullback-Leibler (KL) divergence") == [("KL", "Kullback-Leibler")]
