"""What the readers of XML share."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from xml.etree.ElementTree import Element

from kg.errors import RecordError
from kg.readers.reference import NOTHING
from kg.readers.registry import Item, ReadLog
from kg.readers.source import InputText
from kg.readers.xml_stream import elements
from kg.records import Paper

ToPaper = Callable[[Element], Paper | None]
"""An element to its paper; None where it says nothing of one. May raise RecordError."""


def read_elements(
    text: InputText, log: ReadLog, names: frozenset[str], to_paper: ToPaper
) -> Iterator[Item]:
    """The papers of a text's elements of the given local names; others are named and left out."""
    number = 0
    try:
        for element in elements(text.data(), names, text.name, text.named_encoding):
            number += 1
            where = f"{text.name}: record {number}"
            try:
                paper = to_paper(element)
            except RecordError as error:
                log.skip(where, error)
                continue
            if paper is None:
                log.skip(where, NOTHING)
            else:
                yield paper, None
    except RecordError as error:
        after = f"{text.name}: after record {number}" if number else text.name
        log.stop(after, error)


def with_id(paper: Paper | None, given: str) -> Paper | None:
    """The paper with the input's own id."""
    return replace(paper, input_id=given) if paper and given else paper
