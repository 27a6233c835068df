"""Which mentions are one entity, what it is called, and its one type."""

import random
import re

from extractors.abbreviations import abbreviations
from extractors.acronyms import marked_acronyms
from extractors.grouping import Mention, fold, group, name_of
from kg.text import clean


def mention(text: str, string: str, type: str = "Method", nth: int = 0) -> Mention:
    places = [m.start() for m in re.finditer(re.escape(string), text)]
    return Mention(places[nth], places[nth] + len(string), type)


def groups(text: str, mentions: list[Mention]) -> list[list[str]]:
    found = group(text, mentions, abbreviations(text))
    return [[text[mentions[i].start : mentions[i].end] for i in g] for g in found]


def of(text: str, *strings: str) -> list[list[str]]:
    return groups(text, sorted(mention(text, s) for s in strings))


def test_case_hyphen_space_and_plural_variants_are_one() -> None:
    text = "Fine-tuning, fine tuning and finetuning; LMs or an LM; policies, a policy."
    assert of(
        text, "Fine-tuning", "fine tuning", "finetuning", "LMs", "an LM", "policies", "policy"
    ) == [
        ["Fine-tuning", "fine tuning", "finetuning"],
        ["LMs"],
        ["an LM"],
        ["policies", "policy"],
    ]


def test_a_plus_makes_another_name() -> None:
    assert fold("LoRA+") != fold("LoRA")
    assert fold("LoRA") == fold("lora")
    assert fold("LMs") == fold("LM")


def test_a_long_form_joins_its_abbreviation_everywhere() -> None:
    text = "Gentle Tree Descent (GTD) is fast. GTD wins."
    spans = [
        mention(text, "Gentle Tree Descent"),
        mention(text, "GTD"),
        mention(text, "GTD", nth=1),
    ]
    assert groups(text, spans) == [["Gentle Tree Descent", "GTD", "GTD"]]


def test_abbreviations_inside_longer_terms_are_spelled_out() -> None:
    text = "Gentle tree descent (GTD); deep gentle tree descent beats deep GTD."
    assert of(text, "deep gentle tree descent", "deep GTD") == [
        ["deep gentle tree descent", "deep GTD"]
    ]


def test_common_abbreviations_need_no_definition() -> None:
    text = "Reinforcement learning is old; RL is new."
    assert of(text, "Reinforcement learning", "RL") == [["Reinforcement learning", "RL"]]


def test_a_definition_goes_before_the_common_sense() -> None:
    text = "Ratio laws (RL) are not reinforcement learning. RL holds."
    assert of(text, "Ratio laws", "reinforcement learning", "RL") == [
        ["Ratio laws", "RL"],
        ["reinforcement learning"],
    ]


def test_more_than_the_long_form_is_another_entity() -> None:
    text = "A key-value (KV) cache stores KV pairs for LLMs; aligning large language models (LLMs)."
    spans = [
        mention(text, "key-value (KV) cache"),
        mention(text, "KV", nth=1),
        mention(text, "LLMs"),
        mention(text, "aligning large language models", "Task"),
    ]
    assert len(groups(text, spans)) == 4


def test_an_acronym_joins_the_only_mention_that_it_spells() -> None:
    text = "Latent tree bandits are hard. LTB is a start; lazy token budgets cost."
    assert of(text, "Latent tree bandits", "LTB") == [["Latent tree bandits", "LTB"]]
    assert len(of(text, "Latent tree bandits", "LTB", "lazy token budgets")) == 3


def test_marked_letters_join_a_name_with_its_long_form() -> None:
    cleaned = clean("Crab, a **C**ont**r**astive m**A**trix **B**ank. Crab is fast.")
    text = cleaned.text
    spans = [
        mention(text, "Crab"),
        mention(text, "Contrastive mAtrix Bank"),
        mention(text, "Crab", nth=1),
    ]
    assert group(text, spans, abbreviations(text), marked_acronyms(cleaned)) == [[0, 1, 2]]
    assert len(group(text, spans, abbreviations(text))) == 2


def test_a_term_inside_a_long_form_is_not_what_its_marked_letters_name() -> None:
    cleaned = clean("Fisk does **f**ast **i**ndex **s**earch for **k**ey stores. Key stores grow.")
    text = cleaned.text
    spans = [mention(text, "Fisk"), mention(text, "key stores"), mention(text, "Key stores")]
    acronyms = marked_acronyms(cleaned)
    assert [a.short for a in acronyms] == ["FISK"]
    assert group(text, spans, abbreviations(text), acronyms) == [[0], [1, 2]]


def test_groups_do_not_depend_on_the_order_of_mentions() -> None:
    text = "Gentle Tree Descent (GTD) and flow map models; flow maps, GTD, flow-maps and trees."
    strings = ["Gentle Tree Descent", "GTD", "flow map models", "flow maps", "flow-maps", "trees"]
    spans = [mention(text, s) for s in strings]
    expected = groups(text, sorted(spans))
    for seed in range(5):
        shuffled = random.Random(seed).sample(spans, len(spans))
        assert groups(text, shuffled) == expected


def test_a_general_noun_behind_a_term_adds_nothing_to_it() -> None:
    text = "VLA models act. Losses of OpenVLA-0 models fall: one loss. A robot's VLA sees."
    spans = [
        mention(text, "VLA models"),
        mention(text, "Losses"),
        mention(text, "OpenVLA-0"),
        mention(text, "loss"),
        mention(text, "VLA", nth=2),
    ]
    assert groups(text, spans) == [["VLA models", "VLA"], ["Losses", "loss"], ["OpenVLA-0"]]


def test_no_mentions_give_no_groups() -> None:
    assert group("Nothing here.", [], []) == []


def test_the_name_is_the_fullest_form() -> None:
    assert name_of(["GTD", "Gentle Tree Descent", "gentle tree descent"]) == "Gentle Tree Descent"
    assert (
        name_of(["Gentle Tree Descent", "Gentle Tree Descent (GTD)", "GTD"])
        == "Gentle Tree Descent"
    )
    assert name_of(["X (Y)"]) == "X (Y)"
