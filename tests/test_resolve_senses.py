"""Which claims become one entity, and which stay apart."""

from hypothesis import given, settings
from hypothesis import strategies as st

from kg.resolve import Claim, Resolution, resolve

#: (paper, type, forms) or with a mark that the paper proposes it.
Row = tuple[str, str, tuple[str, ...]] | tuple[str, str, tuple[str, ...], bool]


def claims(*rows: Row) -> list[Claim]:
    return [Claim(row[0], row[1], row[2][0], row[2], len(row) > 3) for row in rows]


def groups(found: list[Claim]) -> dict[str, set[str]]:
    """Entity id -> papers of its claims."""
    resolution = resolve(found)
    by_id: dict[str, set[str]] = {}
    for claim in found:
        node = resolution.entity_of(claim)
        assert node is not None
        by_id.setdefault(node.id, set()).add(claim.paper)
    return by_id


SAC: tuple[Row, ...] = (
    ("a", "Method", ("soft actor-critic", "SAC")),
    ("b", "Method", ("Semantic-Anchor Compression", "SAC")),
    ("c", "Method", ("SAC",)),
)


def test_a_short_form_with_two_long_forms_stays_apart() -> None:
    assert groups(claims(*SAC)) == {
        "Method:softactorcritic": {"a"},
        "Method:semanticanchorcompression": {"b"},
        "Method:sac": {"c"},
    }


def test_an_ambiguous_short_form_is_the_name_of_none_of_its_long_forms() -> None:
    names = {e.node.id: (e.node.name, e.node.aliases) for e in resolve(claims(*SAC)).entities}
    assert names["Method:softactorcritic"] == ("soft actor-critic", ("SAC",))
    assert names["Method:sac"] == ("SAC", ())


def test_the_ambiguous_short_forms_are_told() -> None:
    several = resolve(claims(*SAC)).senses.several
    assert several == {
        ("Method", "sac"): (
            ("Method", "semanticanchorcompress"),
            ("Method", "softactorcritic"),
        )
    }


def test_a_bare_short_form_joins_its_only_long_form() -> None:
    found = claims(
        ("a", "Method", ("Low-Rank Adaptation", "LoRA"), True),
        ("b", "Method", ("LoRA",)),
        ("c", "Method", ("lora",)),
        ("d", "Method", ("low rank adaptation",)),
    )
    assert groups(found) == {"Method:lora": {"a", "b", "c", "d"}}


def test_a_long_form_that_one_paper_coins_does_not_make_a_known_short_form_ambiguous() -> None:
    found = claims(
        ("a", "Method", ("soft actor-critic", "SAC")),
        ("b", "Method", ("soft actor-critic",)),
        ("c", "Method", ("Spatial Ancestral Chain", "SAC"), True),
        ("d", "Method", ("SAC",)),
    )
    assert groups(found) == {
        "Method:softactorcritic": {"a", "b", "d"},
        "Method:spatialancestralchain": {"c"},
    }


def test_one_name_of_two_types_is_two_entities() -> None:
    found = claims(("a", "Method", ("crowdsourcing",)), ("b", "Task", ("crowdsourcing",)))
    assert set(groups(found)) == {"Method:crowdsourcing", "Task:crowdsourcing"}


def test_a_short_form_of_another_type_does_not_count() -> None:
    found = claims(("a", "Task", ("Theory of Mind", "ToM")), ("b", "Method", ("ToM",)))
    assert set(groups(found)) == {"Task:theoryofmind", "Method:tom"}


def test_long_forms_never_meet_through_shared_mentions() -> None:
    found = claims(
        ("a", "Method", ("channel pruning", "pruning")),
        ("b", "Method", ("token pruning", "pruning")),
        ("c", "Method", ("pruning",)),
    )
    assert len(groups(found)) == 3


def test_long_forms_of_one_short_form_may_differ_in_endings() -> None:
    found = claims(
        ("a", "Method", ("low-rank adaptation", "LoRA")),
        ("b", "Method", ("low-rank adapters", "LoRA")),
        ("c", "Method", ("LoRA",)),
    )
    assert groups(found) == {"Method:lora": {"a", "b", "c"}}


def test_endings_inside_a_name_link_nothing_by_themselves() -> None:
    found = claims(
        ("a", "Method", ("learned optimizer",)), ("b", "Method", ("learning optimizer",))
    )
    assert len(groups(found)) == 2


def test_words_that_tell_nothing_are_left_out() -> None:
    found = claims(
        ("a", "Method", ("policy gradient methods",)),
        ("b", "Method", ("policy gradients",)),
        ("c", "Method", ("policy gradient",)),
    )
    assert groups(found) == {"Method:policygradient": {"a", "b", "c"}}


def test_spellings_with_and_without_hyphens_are_one_whatever_their_words() -> None:
    found = claims(
        ("a", "Method", ("chain-of-thought",)),
        ("b", "Method", ("chainofthought",)),
        ("c", "Method", ("auto-regressive models",)),
        ("d", "Method", ("autoregressive models",)),
    )
    assert list(groups(found).values()) == [{"a", "b"}, {"c", "d"}]


def test_a_common_word_is_no_short_form_by_its_stem() -> None:
    found = claims(
        ("a", "Method", ("Multimodal Aligned Semantic Knowledge", "MASK"), True),
        ("b", "Method", ("masking",)),
        ("c", "Method", ("MASK",)),
    )
    assert sorted(map(sorted, groups(found).values())) == [["a"], ["b"], ["c"]]


def test_a_core_that_looks_like_another_name_gives_no_id_twice() -> None:
    found = claims(
        ("a", "Method", ("transformer",)),
        ("b", "Method", ("Transforming Rare Examples", "transform")),
        ("c", "Method", ("transform",)),
    )
    resolution = resolve(found)
    ids = [entity.node.id for entity in resolution.entities]
    assert len(set(ids)) == len(ids)


def test_short_forms_that_many_papers_define_are_spelled_out_inside_names() -> None:
    found = claims(
        *((str(n), "Method", ("reinforcement learning", "RL")) for n in range(3)),
        ("a", "Task", ("offline RL",)),
        ("b", "Task", ("offline reinforcement learning",)),
    )
    assert {"a", "b"} in groups(found).values()


def test_a_name_is_the_form_of_most_papers_then_the_long_form_then_the_first_in_text_order() -> (
    None
):
    def name(*rows: Row) -> tuple[str, str]:
        (entity,) = resolve(claims(*rows)).entities
        return entity.node.id, entity.node.name

    long, short = ("a", "Method", ("Low-Rank Adaptation", "LoRA")), ("b", "Method", ("LoRA",))
    assert name(long) == ("Method:lowrankadaptation", "Low-Rank Adaptation")
    assert name(long, short) == ("Method:lora", "LoRA")
    assert name(("a", "Task", ("fine tuning",)), ("b", "Task", ("fine-tuning",))) == (
        "Task:finetuning",
        "fine tuning",
    )


def test_every_merge_has_its_reason() -> None:
    found = claims(
        ("a", "Method", ("Low-Rank Adaptation", "LoRA", "adapter")),
        ("b", "Method", ("LoRA",)),
        ("c", "Method", ("low rank adaptation",)),
        ("d", "Method", ("LoRA",)),
    )
    (entity,) = resolve(found).entities
    assert entity.node.name == "LoRA"
    assert [(m.form, m.reason) for m in entity.merges] == [
        ("Low-Rank Adaptation", "same but for words and endings that tell nothing"),
        ("adapter", "mention of the same paper"),
        ("low rank adaptation", "same but for words and endings that tell nothing"),
    ]


_FORMS = [
    "SAC",
    "soft actor-critic",
    "Soft Actor Critic",
    "spatial ancestral chain",
    "C++",
    "C",
    "SACs",
    "sac",
]
_FORMS += [
    "soft actor critics method",
    "softactorcritic models",
    "soft acting critic",
    "SAC method",
]
_ROWS = st.builds(
    lambda paper, type_, forms, proposed: Claim(paper, type_, forms[0], tuple(forms), proposed),
    st.sampled_from("abcdef"),
    st.sampled_from(["Method", "Task"]),
    st.lists(st.sampled_from(_FORMS), min_size=1, max_size=3, unique=True),
    st.booleans(),
)


def described(resolution: Resolution) -> str:
    return repr((resolution.entities, sorted(resolution.by_sense.items())))


@settings(max_examples=100, deadline=None)
@given(st.lists(_ROWS, max_size=12, unique=True), st.randoms())
def test_the_order_of_claims_does_not_matter(found: list[Claim], random) -> None:  # type: ignore[no-untyped-def]
    shuffled = found[:]
    random.shuffle(shuffled)
    assert described(resolve(shuffled)) == described(resolve(found))


@settings(max_examples=100, deadline=None)
@given(st.lists(_ROWS, max_size=12, unique=True))
def test_every_claim_has_one_entity_of_its_type_and_ids_are_unique(found: list[Claim]) -> None:
    resolution = resolve(found)
    ids = [entity.node.id for entity in resolution.entities]
    assert len(set(ids)) == len(ids)
    assert ids == sorted(ids)
    for claim in found:
        node = resolution.entity_of(claim)
        assert node is not None
        assert node.type == claim.type
        assert claim.name in (node.name, *node.aliases)


def test_a_part_that_papers_shorten_a_name_to_joins_it() -> None:
    found = claims(
        ("a", "Method", ("machine unlearning", "unlearning")),
        ("b", "Method", ("Machine Unlearning", "unlearning")),
        ("c", "Method", ("unlearning",)),
        ("d", "Method", ("graph unlearning",)),
    )
    assert sorted(map(sorted, groups(found).values())) == [["a", "b", "c"], ["d"]]


def test_a_part_that_stands_alone_more_often_is_the_wider_notion() -> None:
    found = claims(
        ("a", "Method", ("neural scaling laws", "scaling laws")),
        ("b", "Method", ("neural scaling laws", "scaling laws")),
        *((str(n), "Method", ("scaling laws",)) for n in range(3)),
    )
    assert len(groups(found)) == 2


def test_an_idle_word_that_the_same_paper_leaves_out_tells_nothing() -> None:
    found = claims(
        ("a", "Task", ("model calibration", "calibration")), ("b", "Task", ("calibration",))
    )
    assert len(groups(found)) == 1
    apart = claims(("a", "Task", ("model calibration",)), ("b", "Task", ("calibration",)))
    assert len(groups(apart)) == 2


def test_a_bare_short_form_is_what_the_one_paper_that_coins_it_means() -> None:
    coined = ("a", "Dataset", ("Dialogues Read Aloud", "DiRA"), True)
    user = ("b", "Dataset", ("DiRA",))
    assert len(groups(claims(coined, user))) == 1
    # Not where another paper introduces a thing of that name, or coins another long form.
    assert len(groups(claims(coined, (*user, True)))) == 2
    other = ("c", "Dataset", ("Daily Road Atlas", "DiRA"), True)
    assert len(groups(claims(coined, user, other))) == 3
    # Nor a few capitals, which mean something else to the next paper.
    brief = ("a", "Dataset", ("Dialogues Read Aloud", "DRA"), True)
    assert len(groups(claims(brief, ("b", "Dataset", ("DRA",))))) == 2


def test_a_short_form_that_a_paper_introduces_is_its_own() -> None:
    found = claims(
        ("a", "Method", ("batch size schedule", "BSS")),
        ("b", "Method", ("BSS",), True),
        ("c", "Method", ("BSS",)),
    )
    assert sorted(map(sorted, groups(found).values())) == [["a", "c"], ["b"]]


def test_definitions_inside_names_count_for_other_names() -> None:
    found = claims(
        *(
            (str(n), "Method", (f"{word} Kullback-Leibler (KL) divergence",))
            for n, word in enumerate("xyz")
        ),
        ("a", "Method", ("KL divergence",)),
        ("b", "Method", ("Kullback-Leibler divergence",)),
    )
    assert {"a", "b"} in groups(found).values()


def test_one_paper_that_shortens_a_common_name_joins_nothing() -> None:
    found = claims(
        ("a", "Task", ("text classification", "classification")),
        *((str(n), "Task", ("text classification",)) for n in range(8)),
        ("z", "Task", ("classification",)),
    )
    assert len(groups(found)) == 2


def test_a_paper_that_claims_both_tells_a_name_and_its_part_apart() -> None:
    found = claims(
        ("a", "Task", ("model calibration", "calibration")), ("a", "Task", ("calibration",))
    )
    assert len(groups(found)) == 2


def test_what_others_call_something_else_is_no_alias() -> None:
    found = claims(
        ("a", "Method", ("offline policy search", "policy search", "the search")),
        ("b", "Method", ("policy search",)),
    )
    aliases = {e.node.name: e.node.aliases for e in resolve(found).entities}
    assert aliases == {"offline policy search": ("the search",), "policy search": ()}
