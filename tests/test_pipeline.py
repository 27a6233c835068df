"""The extractor round a model: order, workers, blank texts, thresholds, spaCy docs."""

import os
import re
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import NamedTuple

import pytest

import extractors
from extractors import pipeline, reading
from extractors.grouping import Mention
from extractors.pipeline import Extractor
from kg.errors import ExtractionError, MissingPartError
from kg.records import Extraction
from kg.text import clean

TYPES = {"solver": "Method", "quest": "Task", "bench": "Dataset"}


class Scored(NamedTuple):
    groups: Sequence[Sequence[int]]
    keep: list[float]
    types: list[str]
    roles: list[tuple[str, float, int]]
    relations: list[tuple[int, str, int, float]]


class Encoded:
    """Tags `<Name>solver`, `<name>quest` and `<name>bench`; lower-case ones are no entities."""

    def __init__(self, text: str) -> None:
        found = re.finditer(r"\b\w+(solver|quest|bench)\b", text)
        self.mentions = [Mention(*m.span(), TYPES[m[1]]) for m in found]
        self._capital = [text[m.start].isupper() for m in self.mentions]

    def score(self, groups: Sequence[Sequence[int]]) -> Scored:
        types = [self.mentions[g[0]].type for g in groups]
        pairs = [(0, "USED_FOR", 1, 0.75), (1, "USED_FOR", 0, 0.75), (0, "COMPARED_WITH", 2, 0.5)]
        return Scored(
            groups=groups,
            keep=[0.8 if self._capital[g[0]] else 0.2 for g in groups],
            types=types,
            roles=[("uses", 0.5, g[-1]) for g in groups],
            relations=[p for p in pairs if max(p[0], p[2]) < len(groups)],
        )


class FakeModel:
    version = "fake"
    settings = SimpleNamespace(keep=0.5)

    def encode(self, texts: Sequence[str]) -> list[Encoded]:
        assert all(t.strip() for t in texts), "a blank text reached the model"
        if any("SLOW" in t for t in texts):
            time.sleep(600)
        if any("DIE" in t for t in texts):
            import os

            os._exit(1)
        return [Encoded(t) for t in texts]


def extractor() -> Extractor:
    return Extractor("fake+1", FakeModel)


def one(abstract: str) -> Extraction:
    (found,) = extractor().extract([abstract])
    return found


def abstracts(n: int) -> list[str]:
    return [
        f"**Alpha{i}solver** beats Beta{i % 3}solver on\n Gammaquest {i}. Alpha{i}solver wins."
        for i in range(n)
    ]


def test_claims_carry_offsets_into_the_abstract_as_given() -> None:
    raw = "We *introduce* Alphasolver for Betaquest; Alphasolver wins."
    found = one(raw)
    assert [(e.type, e.name, e.role) for e in found.entities] == [
        ("Method", "Alphasolver", "uses"),
        ("Task", "Betaquest", "uses"),
    ]
    assert [raw[a:b] for a, b in found.entities[0].spans] == ["Alphasolver"] * 2
    assert found.entities[0].evidence == found.entities[0].spans[1]
    assert [(r.head, r.type, r.tail) for r in found.relations] == [
        ("Alphasolver", "USED_FOR", "Betaquest")
    ]


def test_the_confidence_is_that_of_the_entity_and_of_its_role() -> None:
    assert one("See Alphasolver.").entities[0].confidence == 0.4


def test_groups_below_the_threshold_are_dropped_with_their_relations() -> None:
    found = one("The weaksolver, then Alphaquest and Betasolver.")
    assert [e.name for e in found.entities] == ["Alphaquest", "Betasolver"]
    assert found.relations == ()


@pytest.mark.parametrize("blank", ["", " \n\t", "**", "\x0c"])
def test_a_blank_abstract_gives_an_empty_extraction(blank: str) -> None:
    assert one(blank).entities == ()


def test_a_text_without_entities_gives_its_clean_text_alone() -> None:
    assert one("Nothing *here*.") == Extraction("Nothing here.")


def test_half_a_surrogate_pair_does_not_stop_the_run() -> None:
    found = one("Alphasolver \ud83d wins.")
    assert found.entities[0].spans == ((0, 11),)


def test_results_come_in_order_and_as_they_get_ready() -> None:
    drawn = []

    def texts() -> Iterator[str]:
        for text in abstracts(5):
            drawn.append(text)
            yield text

    found = extractor().extract(texts())
    assert next(found).entities[0].name == "Alpha0solver"
    assert len(drawn) == 1
    assert [e.entities[0].name for e in found] == [f"Alpha{i}solver" for i in range(1, 5)]


def test_workers_change_nothing() -> None:
    texts = [*abstracts(40), "", *abstracts(3)]
    alone = list(extractor().extract(texts))
    assert list(extractor().extract(texts, workers=2)) == alone
    assert len(alone) == len(texts)


def test_workers_start_with_one_thread_for_numpy_and_nobody_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    monkeypatch.setenv("OMP_NUM_THREADS", "3")
    running = extractor().extract(abstracts(40), workers=2)
    next(running)
    assert os.environ["OPENBLAS_NUM_THREADS"] == "1"
    assert os.environ["OMP_NUM_THREADS"] == "3"  # the user's own choice
    list(running)
    assert "OPENBLAS_NUM_THREADS" not in os.environ


def test_few_abstracts_start_no_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Extractor, "_shared", None)
    assert len(list(extractor().extract(abstracts(3), workers=0))) == 3


def test_a_dead_worker_is_one_clear_error() -> None:
    with pytest.raises(ExtractionError, match="fewer workers"):
        list(extractor().extract([*abstracts(20), "DIE"], workers=2))


def test_who_stops_reading_does_not_wait_for_the_workers() -> None:
    found = extractor().extract([*abstracts(16), *["SLOW"] * 64], workers=2)
    assert next(found).entities
    stopped = threading.Thread(target=found.close, daemon=True)  # type: ignore[attr-defined]
    stopped.start()
    stopped.join(timeout=60)
    assert not stopped.is_alive()


def test_a_negative_number_of_workers_is_refused() -> None:
    with pytest.raises(ValueError, match="workers"):
        extractor().extract([], workers=-1)


def test_a_missing_model_says_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(pipeline, "FOLDER", tmp_path)
    for name in pipeline.FILES:
        with pytest.raises(MissingPartError, match=f"{name}.*install paper-kg again"):
            extractors.load()
        (tmp_path / name).write_text('{"version": "1"}')
    # It is read when the first abstract is.
    assert extractors.load().version == f"1+{reading.RULES}"


def test_windows_gets_no_more_workers_than_it_can_wait_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    def shared(self: Extractor, texts: Iterator[str], workers: int) -> Iterator[Extraction]:
        asked.append(workers)
        return self._alone(texts)

    monkeypatch.setattr(Extractor, "_shared", shared)
    monkeypatch.setattr(sys, "platform", "win32")
    assert len(list(extractor().extract(abstracts(40), workers=64))) == 40
    assert asked == [61]


def test_a_doc_holds_the_claims_and_what_tokens_can_show_of_them() -> None:
    raw = "Use **Alphasolver**. On Betabench/Gammabench it wins."
    doc = extractor().nlp(raw)
    assert doc.text == raw
    assert next((e.text, e.label_) for e in doc.ents) == ("Alphasolver", "Method")
    assert len(doc._.extraction.entities) == 3
    assert [s.text for s in doc.sents] == [
        "Use **Alphasolver**.",
        "On Betabench/Gammabench it wins.",
    ]


def test_doc_sentences_are_those_of_the_clean_text() -> None:
    raw = "As in Fig. 2, it works.  See **Smith et al. (2020)** for more! And\n\nthen?"
    doc = extractor().nlp(raw)
    assert len(list(doc.sents)) == 3
    assert clean(raw).text.startswith("As in Fig. 2, it works. See")
