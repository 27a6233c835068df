"""What the readers of JSON records from interfaces and dumps share."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from kg.errors import RecordError
from kg.readers.json_stream import outline
from kg.readers.jsonl import json_records
from kg.readers.reference import NOTHING
from kg.readers.registry import Item, ReadLog
from kg.readers.source import InputText
from kg.records import Paper

ToPaper = Callable[[Mapping[str, Any], str], Paper | None]
"""A record and where it stands to its paper; None where it says nothing of one. May raise RecordError."""


def read_records(text: InputText, log: ReadLog, to_paper: ToPaper) -> Iterator[Item]:
    """The papers of a text's records; a record that is broken or says nothing is named and left out."""
    for where, record in json_records(text, log):
        try:
            paper = to_paper(record, where)
        except RecordError as error:
            log.skip(where, error)
            continue
        if paper is None:
            log.skip(where, NOTHING)
        else:
            yield paper, None


def keys_of(head: str) -> set[str]:
    """The keys of the first record of a JSON text, and of what wraps it; none for other texts."""
    return outline(head).keys if head.lstrip("\ufeff \t\r\n")[:1] in ("{", "[") else set()


def at(value: Any, *path: str | int) -> Any:
    """The value at a path of keys and positions; None where it does not lead so far."""
    for step in path:
        if isinstance(step, str) and isinstance(value, Mapping):
            value = value.get(step)
        elif isinstance(step, int) and isinstance(value, list) and len(value) > step:
            value = value[step]
        else:
            return None
    return value


def text_at(value: Any, *path: str | int) -> str:
    """The text, or the number as a text, at a path; '' for anything else."""
    found = at(value, *path)
    if isinstance(found, str):
        return found
    return str(found) if isinstance(found, int | float) and not isinstance(found, bool) else ""


def list_at(value: Any, *path: str | int) -> list[Any]:
    """The list at a path; empty for anything else."""
    found = at(value, *path)
    return found if isinstance(found, list) else []


def texts_at(value: Any, *path: str | int) -> list[str]:
    """The texts of the list at a path, without outer space and empty ones."""
    return [
        item.strip() for item in list_at(value, *path) if isinstance(item, str) and item.strip()
    ]


def with_id(paper: Paper | None, given: str) -> Paper | None:
    """The paper with the input's own id."""
    return replace(paper, input_id=given) if paper and given else paper
