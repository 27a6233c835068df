"""The spaCy pipeline: `paper_sentences`, then `paper_entities` round the model.

A doc holds the abstract as given. The claims are `doc._.extraction`, with offsets into the doc's text; `doc.ents`
shows what of them tokens can hold.
"""

import numpy as np
import spacy
from spacy.language import Language
from spacy.tokens import Doc, Span
from spacy.util import filter_spans

from extractors.reading import Model, read
from kg.records import Extraction
from kg.text import Clean, clean, sentences


def pipeline(model: Model) -> Language:
    """A blank English pipeline with both components."""
    _extend()
    nlp = spacy.blank("en")
    # spaCy's limit is for its parser; the model reads any length in windows.
    nlp.max_length = 1 << 40
    nlp.add_pipe("paper_sentences")
    nlp.add_pipe("paper_entities").model = model  # type: ignore[attr-defined]
    return nlp


@Language.component("paper_sentences", assigns=["token.is_sent_start"])
def paper_sentences(doc: Doc) -> Doc:
    """Marks the tokens that begin sentences of the clean text."""
    cleaned = _cleaned(doc)
    starts = [cleaned.to_raw(c0, c1)[0] for c0, c1 in sentences(cleaned.text)]
    marks, following = [], 1
    for token in doc:
        begins = token.i == 0
        while following < len(starts) and token.idx + len(token) > starts[following]:
            following, begins = following + 1, True
        marks.append(1 if begins else -1)
    # One call for the doc: a token's own setter walks the doc each time.
    column = np.array(marks, dtype=np.int64).astype(np.uint64)
    return doc.from_array(["SENT_START"], column)  # type: ignore[arg-type]


@Language.factory("paper_entities", assigns=["doc.ents", "doc._.extraction"])
class PaperEntities:
    """Reads the claims of a doc with `model`, the shipped one unless another was set."""

    def __init__(self, nlp: Language, name: str) -> None:
        _extend()
        self.model: Model | None = None

    def __call__(self, doc: Doc) -> Doc:
        if self.model is None:
            from extractors.model import Model as Shipped

            self.model = Shipped()
        extraction = read(self.model, _cleaned(doc))
        doc._.extraction = extraction
        doc.ents = tuple(_spans(doc, extraction))
        return doc


def _spans(doc: Doc, extraction: Extraction) -> list[Span]:
    found = [
        doc.char_span(start, end, label=entity.type, alignment_mode="expand")
        for entity in extraction.entities
        for start, end in entity.spans
    ]
    # Two mentions of one token ("LoRA+/DoRA+") can't both be entities of spaCy's.
    return filter_spans(span for span in found if span is not None)


def _cleaned(doc: Doc) -> Clean:
    if doc._.cleaned is None or doc._.cleaned.raw != doc.text:
        doc._.cleaned = clean(doc.text)
    found: Clean = doc._.cleaned
    return found


def _extend() -> None:
    for name in ("cleaned", "extraction"):
        if not Doc.has_extension(name):
            Doc.set_extension(name, default=None)
