"""Mentions and groups become claims that keep the offsets contract."""

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from extractors.abbreviations import abbreviations
from extractors.acronyms import marked_acronyms
from extractors.assemble import Entity, Relation, assemble, occurrences
from extractors.grouping import Mention, group
from kg.records import EntityClaim, Extraction
from kg.text import Clean, clean


def entity(cleaned: Clean, *strings: str, type: str = "Method", role: str = "uses") -> Entity:
    """An entity whose mentions are the first occurrence of each string."""
    mentions = [Mention(s := cleaned.text.index(x), s + len(x), type) for x in strings]
    return Entity(mentions, type, role, 0.75, mentions[0])


def extracted(
    raw: str, *entities: tuple[str, ...], relations: tuple[Relation, ...] = ()
) -> Extraction:
    cleaned = clean(raw)
    return assemble(
        cleaned,
        [entity(cleaned, *strings) for strings in entities],
        relations,
        abbreviations=abbreviations(cleaned.text),
        acronyms=marked_acronyms(cleaned),
    )


def assert_offsets(raw: str, extraction: Extraction) -> None:
    cleaned = clean(raw)
    assert extraction.text == cleaned.text
    for claim in extraction.entities:
        seen = []
        for start, end in claim.spans:
            c0, c1 = cleaned.to_clean(start, end)
            assert cleaned.to_raw(c0, c1) == (start, end)
            seen.append(cleaned.text[c0:c1])
            if not re.search(r"[^\w +/-]", raw[start:end], re.ASCII) and "  " not in raw[start:end]:
                assert raw[start:end] == cleaned.text[c0:c1]
        assert tuple(dict.fromkeys(seen)) == claim.mentions
        assert claim.name in claim.mentions
        assert claim.evidence in claim.spans
        assert list(claim.spans) == sorted(claim.spans)
    names = [e.name for e in extraction.entities]
    assert len(set(names)) == len(names)


def only(extraction: Extraction) -> EntityClaim:
    (claim,) = extraction.entities
    return claim


def test_every_occurrence_of_a_tagged_string_is_a_span() -> None:
    raw = "LoRA is small. We tune LoRA, not QLoRA, with **LoRA** and LoRA2."
    claim = only(extracted(raw, ("LoRA",)))
    assert [raw[a:b] for a, b in claim.spans] == ["LoRA", "LoRA", "LoRA"]
    assert claim.spans[0] == claim.evidence == (0, 4)
    assert_offsets(raw, extracted(raw, ("LoRA",)))


def test_an_occurrence_inside_a_longer_mention_is_none() -> None:
    raw = "Use tree search and guided tree search; guided tree search wins over tree search."
    found = extracted(raw, ("guided tree search",), ("tree search",))
    by_name = {e.name: e for e in found.entities}
    assert len(by_name["guided tree search"].spans) == 2
    assert by_name["tree search"].spans == ((4, 15), (69, 80))


def test_marks_beside_a_mention_are_boundaries() -> None:
    assert occurrences("LoRA+/DoRA+ and LoRA", "LoRA+") == [(0, 5)]
    assert occurrences("7B/14B models", "14B") == [(3, 6)]
    assert occurrences("LoRA+ is not LoRA, LoRA/x", "LoRA") == [(13, 17), (19, 23)]
    assert occurrences("QLoRA LoRA2 3LoRA", "LoRA") == []


def test_mentions_are_distinct_strings_by_first_occurrence() -> None:
    raw = "GTD is fast. Gentle tree descent (GTD) or gentle tree descent, GTD."
    claim = only(extracted(raw, ("Gentle tree descent", "GTD", "gentle tree descent")))
    assert claim.mentions == ("GTD", "Gentle tree descent", "gentle tree descent")
    assert claim.name == "Gentle tree descent"


def test_the_untagged_half_of_a_definition_joins() -> None:
    raw = "Gentle tree descent (GTD) is fast; GTD wins."
    assert only(extracted(raw, ("Gentle tree descent",))).mentions == ("Gentle tree descent", "GTD")
    assert only(extracted(raw, ("GTD",))).mentions == ("Gentle tree descent", "GTD")


def test_a_short_form_read_from_markup_alone_is_an_alias() -> None:
    raw = "**Bi**-level **Lo**w-**R**ank Search is fast."
    claim = only(extracted(raw, ("Bi-level Low-Rank Search",)))
    assert (claim.aliases, claim.mentions) == (("BiLoR",), ("Bi-level Low-Rank Search",))
    named = extracted(raw + " BiLoR wins.", ("Bi-level Low-Rank Search", "BiLoR"))
    assert only(named).aliases == ()
    assert_offsets(raw, extracted(raw, ("Bi-level Low-Rank Search",)))


def test_what_markup_spells_out_is_one_name_however_much_was_tagged() -> None:
    raw = "*Fisk* does **f**ast **i**ndex **s**earch for **k**eys. A fast index is small."
    found = extracted(raw, ("fast index", "Fisk"), ("search",))
    assert [e.name for e in found.entities] == ["fast index search for keys"]
    assert_offsets(raw, found)
    assert only(found).mentions == ("Fisk", "fast index search for keys")


def test_spans_hold_the_sources_inside_markup() -> None:
    raw = "We use \\emph{tree} search and\n$\\epsilon$-greedy play."
    found = extracted(raw, ("tree search",))
    assert [raw[a:b] for a, b in only(found).spans] == ["tree} search"]
    assert_offsets(raw, found)


def relation_of(
    *relations: Relation, types: tuple[str, str] = ("Method", "Method")
) -> list[tuple[str, ...]]:
    cleaned = clean("Alpha search beats beta search. Beta search is slow, but alpha search is not.")
    entities = [
        entity(cleaned, "Alpha search", "alpha search", type=types[0]),
        entity(cleaned, "beta search", "Beta search", type=types[1]),
    ]
    found = assemble(cleaned, entities, relations)
    return [(r.head, r.type, r.tail) for r in found.relations]


def test_only_relations_of_the_schema_are_kept() -> None:
    assert relation_of(Relation(0, "USED_FOR", 1, 0.9)) == [
        ("Alpha search", "USED_FOR", "beta search")
    ]
    assert relation_of(Relation(0, "USED_FOR", 1, 0.9), types=("Task", "Method")) == []
    assert relation_of(Relation(0, "USED_FOR", 0, 0.9)) == []
    assert relation_of(Relation(0, "MADE_UP", 1, 0.9)) == []


def test_a_comparison_is_stored_once() -> None:
    both = relation_of(Relation(1, "COMPARED_WITH", 0, 0.9), Relation(0, "COMPARED_WITH", 1, 0.5))
    assert both == [("Alpha search", "COMPARED_WITH", "beta search")]


def test_a_relation_stands_at_its_closest_mentions() -> None:
    raw = "Alpha search is old. Far away from it stands beta search, near alpha search."
    cleaned = clean(raw)
    entities = [entity(cleaned, "Alpha search", "alpha search"), entity(cleaned, "beta search")]
    (relation,) = assemble(cleaned, entities, [Relation(0, "USED_FOR", 1, 0.123456)]).relations
    assert relation.head_span == (raw.index("alpha"), raw.index("alpha") + 12)
    assert relation.tail_span == (raw.index("beta"), raw.index("beta") + 11)
    assert relation.confidence == 0.1235


def test_a_role_that_the_type_cannot_have_becomes_a_bare_mention() -> None:
    cleaned = clean("We test on beta search.")
    found = assemble(cleaned, [entity(cleaned, "beta search", role="evaluates_on")])
    assert only(found).role == "mentions"


_PIECES = st.sampled_from(
    ["LoRA", "LoRA+", "**Lo**w-**R**ank", "\\emph{tree}", " ", "  ", "\n", "search", "tree search",
     "7B/14B", "($x_i$)", "&amp;", "(GTD)", "Gentle tree descent", ", ", ". ", "é", "e\u0301", "ﬁne", "“q”", "~"]
)  # fmt: skip


@given(st.lists(_PIECES, max_size=14).map("".join), st.data())
@settings(max_examples=150, deadline=None)
def test_the_offsets_contract_holds_whatever_is_tagged(raw: str, data: st.DataObject) -> None:
    cleaned = clean(raw)
    cuts = sorted(data.draw(st.sets(st.integers(0, len(cleaned.text)), max_size=8)))
    spans = [
        Mention(a, b, "Method")
        for a, b in zip(cuts[::2], cuts[1::2], strict=False)
        if cleaned.text[a:b].strip() == cleaned.text[a:b]
    ]
    pairs, acronyms = abbreviations(cleaned.text), marked_acronyms(cleaned)
    groups = group(cleaned.text, spans, pairs, acronyms)
    entities = [Entity([spans[i] for i in g], "Method", "uses", 0.5, spans[g[-1]]) for g in groups]
    found = assemble(cleaned, entities, abbreviations=pairs, acronyms=acronyms)
    assert_offsets(raw, found)
