"""What decisions of people do to entities, and that they can be taken back."""

from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from kg.resolve import Claim, Decision, Resolution, resolve


def claim(paper: str, *forms: str, type: str = "Method", proposed: bool = False) -> Claim:
    return Claim(paper, type, forms[0], forms, proposed)


CLAIMS = [
    claim("a", "Low-Rank Adaptation", "LoRA"),
    claim("b", "LoRA"),
    claim("c", "low-rank updates"),
    claim("d", "soft actor-critic", "SAC"),
    claim("e", "SAC"),
    claim("f", "Soft Actor Critics"),
    claim("g", "crowd work"),
    claim("h", "crowd work", type="Task"),
]


def ids(resolution: Resolution) -> dict[str, str | None]:
    """Paper -> the id of its claim's entity."""
    return {
        c.paper: node.id if (node := resolution.entity_of(c)) is not None else None for c in CLAIMS
    }


def resolved(*decisions: Decision) -> Resolution:
    resolution = resolve(CLAIMS, decisions)
    assert [trouble.text for trouble in resolution.troubles] == []
    return resolution


def test_a_merge_makes_one_entity_and_tells_why() -> None:
    found = resolved(Decision("merge", "Method", ("LoRA", "low-rank updates")))
    assert {ids(found)[paper] for paper in "abc"} == {"Method:lora"}
    (entity,) = (e for e in found.entities if e.node.id == "Method:lora")
    reasons = {m.form: (m.reason, m.detail) for m in entity.merges}
    assert reasons["low-rank updates"] == ("merged by curation", "with LoRA")


def test_what_is_kept_apart_is_divided_by_what_each_claim_is_called() -> None:
    found = resolved(Decision("keep-apart", "Method", ("SAC", "soft actor-critic")))
    assert ids(found)["d"] == ids(found)["f"] == "Method:softactorcritic"
    assert ids(found)["e"] == "Method:sac"
    told = {
        (e.node.id, m.form)
        for e in found.entities
        for m in e.merges
        if m.reason == "kept apart by curation"
    }
    assert told == {("Method:sac", "soft actor-critic"), ("Method:softactorcritic", "SAC")}


def test_names_that_are_apart_anyway_stay_as_they_are() -> None:
    found = resolved(Decision("keep-apart", "Method", ("LoRA", "SAC")))
    assert ids(found) == ids(resolved())


def test_a_split_takes_only_the_forms_that_it_names() -> None:
    found = resolved(Decision("split", "Method", ("SAC", "Soft Actor Critics")))
    assert ids(found)["f"] == ids(found)["d"] != ids(found)["e"]
    alone = resolved(Decision("split", "Method", ("LoRA", "Low-Rank Adaptation")))
    assert ids(alone)["a"] == "Method:lowrankadaptation"
    assert ids(alone)["b"] == "Method:lora"


def test_another_type_joins_the_entity_of_that_name() -> None:
    found = resolved(Decision("retype", "Method", ("crowd work",), "Task"))
    assert ids(found)["g"] == ids(found)["h"] == "Task:crowdwork"


def test_what_is_ignored_has_no_entity() -> None:
    found = resolved(Decision("ignore", "Method", ("low-rank updates",)))
    assert ids(found)["c"] is None
    assert "low-rank updates" not in {e.node.name for e in found.entities}


def test_a_new_name_leaves_the_id_and_the_old_name_as_an_alias() -> None:
    found = resolved(Decision("rename", "Method", ("LoRA",), "LoRA adapters"))
    (entity,) = (e for e in found.entities if e.node.id == "Method:lora")
    assert entity.node.name == "LoRA adapters"
    assert "LoRA" in entity.node.aliases
    assert entity.merges[0].reason == "renamed by curation"


def test_a_decision_may_name_what_another_renamed_or_retyped() -> None:
    found = resolved(
        Decision("rename", "Method", ("LoRA",), "adapters"),
        Decision("merge", "Method", ("adapters", "low-rank updates")),
        Decision("retype", "Method", ("SAC",), "Task"),
        Decision("rename", "Task", ("SAC",), "soft control"),
    )
    assert {e.node.name for e in found.entities} >= {"adapters", "soft control"}
    assert ids(found)["c"] == "Method:lora"


def troubles(*decisions: Decision) -> list[str]:
    return [trouble.text for trouble in resolve(CLAIMS, decisions).troubles]


def test_a_merge_of_what_is_kept_apart_is_reported_and_not_made() -> None:
    merge = Decision("merge", "Method", ("LoRA", "low-rank updates"))
    apart = Decision("keep-apart", "Method", ("low-rank updates", "Low-Rank Adaptation"))
    (text,) = troubles(merge, apart)
    assert text == (
        "merge Method 'LoRA', 'low-rank updates': contradicts keep-apart Method "
        "'low-rank updates', 'Low-Rank Adaptation'; undo one of them"
    )
    assert ids(resolve(CLAIMS, (merge, apart))) == ids(resolved())


def test_a_chain_of_merges_cannot_join_what_is_kept_apart() -> None:
    found = troubles(
        Decision("merge", "Method", ("LoRA", "SAC")),
        Decision("merge", "Method", ("SAC", "low-rank updates")),
        Decision("keep-apart", "Method", ("LoRA", "low-rank updates")),
    )
    assert len(found) == 1


def test_what_fits_nothing_is_reported() -> None:
    assert troubles(Decision("ignore", "Dataset", ("LoRA",))) == [
        "ignore Dataset 'LoRA': no Dataset is called 'LoRA'"
    ]
    assert troubles(
        Decision("rename", "Method", ("LoRA",), "A"), Decision("rename", "Method", ("LoRA",), "B")
    ) == ["rename Method 'LoRA' to 'B': it is renamed to 'A'; undo one of them"]


def test_a_form_that_stands_only_beside_another_cannot_be_split_off() -> None:
    claims = [claim("a", "tree search", "the search"), claim("b", "tree search")]
    (trouble,) = resolve(
        claims, [Decision("split", "Method", ("tree search", "the search"))]
    ).troubles
    assert trouble.text.endswith("no paper names it by 'the search' alone")


_NAMES = [
    "LoRA",
    "Low-Rank Adaptation",
    "low-rank updates",
    "SAC",
    "soft actor-critic",
    "crowd work",
]
_NAMES += ["Soft Actor Critics", "unknown"]
_NAME = st.sampled_from(_NAMES)
_TYPE = st.sampled_from(["Method", "Task"])
_DECISIONS = st.lists(
    st.one_of(
        st.builds(
            lambda do, type_, names: Decision(do, type_, tuple(names)),
            st.sampled_from(["merge", "keep-apart", "split"]),
            _TYPE,
            st.lists(_NAME, min_size=2, max_size=3, unique=True),
        ),
        st.builds(lambda type_, name: Decision("ignore", type_, (name,)), _TYPE, _NAME),
        st.builds(
            lambda name, types: Decision("retype", types[0], (name,), types[1]),
            _NAME,
            st.sampled_from([("Method", "Task"), ("Task", "Method"), ("Method", "Dataset")]),
        ),
        st.builds(
            lambda name, to: Decision("rename", "Method", (name,), to),
            _NAME,
            st.sampled_from(["a new name", "LoRA"]),
        ),
    ),
    max_size=5,
)


def described(resolution: Resolution) -> str:
    return repr((resolution.entities, resolution.troubles, ids(resolution)))


@settings(max_examples=150, deadline=None)
@given(_DECISIONS, st.randoms())
def test_the_order_of_claims_does_not_matter_to_decisions(
    decisions: Sequence[Decision],
    random,  # type: ignore[no-untyped-def]
) -> None:
    shuffled = CLAIMS[:]
    random.shuffle(shuffled)
    assert described(resolve(shuffled, decisions)) == described(resolve(CLAIMS, decisions))


@settings(max_examples=150, deadline=None)
@given(_DECISIONS)
def test_every_claim_is_ignored_or_in_one_entity_that_has_its_name(
    decisions: Sequence[Decision],
) -> None:
    resolution = resolve(CLAIMS, decisions)
    known = {e.node.id: e.node for e in resolution.entities}
    assert len(known) == len(resolution.entities)
    held = set()
    for each in CLAIMS:
        node = resolution.entity_of(each)
        if node is not None:
            assert known[node.id] == node
            assert each.name in (node.name, *node.aliases)
            held.add(node.id)
    assert held == known.keys()


@settings(max_examples=100, deadline=None)
@given(_DECISIONS, st.integers(0, 4))
def test_a_decision_taken_back_leaves_nothing_behind(
    decisions: Sequence[Decision], place: int
) -> None:
    before = described(resolve(CLAIMS, decisions))
    extra = Decision("merge", "Method", ("LoRA", "SAC"))
    more = [*decisions[:place], extra, *decisions[place:]]
    resolve(CLAIMS, more)
    more.remove(extra)
    if extra not in decisions:
        assert described(resolve(CLAIMS, more)) == before


@settings(max_examples=100, deadline=None)
@given(_DECISIONS)
def test_every_decision_applies_or_is_reported(decisions: Sequence[Decision]) -> None:
    resolution = resolve(CLAIMS, decisions)
    reported = {trouble.place for trouble in resolution.troubles}
    for place, decision in enumerate(decisions):
        if decision.do == "merge" and place not in reported and len(decisions) == 1:
            found = {n.id for n in (resolution.entity_of(c) for c in CLAIMS) if n is not None}
            assert len(found) < len(ids(resolve(CLAIMS))) + 1
    # Without those that are reported, the outcome is the same.
    kept = [d for place, d in enumerate(decisions) if place not in reported]
    assert ids(resolve(CLAIMS, kept)) == ids(resolution)
