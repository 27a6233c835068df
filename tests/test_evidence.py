"""The sentence of an edge runs from the first to the last sentence that its mentions touch."""

from kg.evidence import evidence
from kg.records import Edge, Span

TEXT = "First we say hello. We use **LoRA** here. It helps GPT. The end."


def edge(head: Span | None, tail: Span | None) -> Edge:
    return Edge("a", "USES", "b", "p", 1.0, head, tail)


def span(part: str) -> Span:
    start = TEXT.index(part)
    return start, start + len(part)


def test_a_mention_gives_its_sentence_without_markup() -> None:
    found = evidence(TEXT, edge(None, span("LoRA")))
    assert found.sentence == "We use LoRA here."
    assert [found.sentence[a:b] for a, b in found.marks] == ["LoRA"]
    assert TEXT[found.start : found.end] == "We use **LoRA** here."


def test_two_mentions_give_all_sentences_between_them() -> None:
    for ends in (("LoRA", "GPT"), ("GPT", "LoRA")):
        found = evidence(TEXT, edge(span(ends[0]), span(ends[1])))
        assert found.sentence == "We use LoRA here. It helps GPT."
        assert [found.sentence[a:b] for a, b in found.marks] == ["LoRA", "GPT"]
        assert TEXT[found.start : found.end] == "We use **LoRA** here. It helps GPT."


def test_an_edge_without_spans_has_no_sentence() -> None:
    assert evidence(TEXT, edge(None, None)).sentence == ""


def test_a_text_without_a_sentence_end_is_one_sentence() -> None:
    assert evidence("GPT", edge(None, (0, 3))).sentence == "GPT"
