"""The project's own JSON Lines, one paper a line; also a JSON array of such records."""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from kg.claims.fields import ABSTRACT_FIELDS, CLAIM_FIELDS
from kg.errors import RecordError
from kg.fields import paper_from_json, parse_json
from kg.readers.json_stream import document_records, outline
from kg.readers.registry import Item, ReadLog, reader
from kg.readers.source import InputText

_TEXT_FIELDS = frozenset({"abstract", "title", "raw", "text"})
_ABSTRACT_OR_CLAIMS = frozenset({*ABSTRACT_FIELDS, "entities"})
_TEXT_KEY = re.compile(r'"(?:abstract|title|raw|text)"\s*:')
#: Lines of a head that are looked at: a few broken ones must not hide the format.
_LOOK_AT = 20


def sniff(head: str, name: str) -> bool:
    """Whether a record has an abstract or a title at its top level."""
    start = head.lstrip()
    if start.startswith("["):
        return start[1:].lstrip().startswith("{") and bool(_TEXT_KEY.search(head))
    for line in start.split("\n", _LOOK_AT)[:_LOOK_AT]:
        with suppress(ValueError, RecursionError):
            value = json.loads(line)
            if isinstance(value, dict) and _TEXT_FIELDS & value.keys():
                return True
    # A record longer than the head, or spread over lines: its fields stand before any inner object.
    top = start[1:].partition("{")[0]
    return start.startswith("{") and bool(_TEXT_KEY.search(top))


@reader("jsonl", sniff, rank=80)
def read(text: InputText, log: ReadLog) -> Iterator[Item]:
    """One paper a record; a broken record is named and left out."""
    for where, record in json_records(text, log):
        # A file of claims can be read as papers too.
        record |= {field: record[key] for field, key in text.columns.items() if key in record}
        claims = CLAIM_FIELDS if "entities" in record else ()
        abstract_from = ABSTRACT_FIELDS if claims else ("abstract",)
        try:
            paper = paper_from_json(record, where, abstract_from=abstract_from, leave_out=claims)
        except RecordError as error:
            log.skip(where, error)
            continue
        if paper.input_id or paper.title or paper.abstract:
            yield paper, None
        else:
            log.skip(where, "has neither id, title nor abstract")


def json_records(text: InputText, log: ReadLog) -> Iterator[tuple[str, dict[str, Any]]]:
    """("file:line", object) for each line, or ("file: record N", object) for each of an array or of a
    document spread over lines. What is no object is named in the log and left out.
    """
    if _is_document(text.head):
        yield from _document(text, log)
        return
    for number, line in enumerate(text.lines(), 1):
        if line.strip():
            where = f"{text.name}:{number}"
            try:
                value = parse_json(line)
            except RecordError as error:
                # A file that was cut off ends in the midst of a line.
                if line.endswith("\n"):
                    log.skip(where, error)
                else:
                    log.stop(where, error)
                continue
            if isinstance(value, dict):
                yield where, value
            else:
                log.skip(where, "not a JSON object")


def _document(text: InputText, log: ReadLog) -> Iterator[tuple[str, dict[str, Any]]]:
    number = 0
    try:
        for number, record in enumerate(document_records(text.chunks()), 1):
            where = f"{text.name}: record {number}"
            if isinstance(record, dict):
                yield where, record
            else:
                log.skip(where, "not a JSON object")
    except RecordError as error:
        after = f"{text.name}: after record {number}" if number else text.name
        log.stop(after, error)


def _is_document(head: str) -> bool:
    """Whether a head begins one JSON value over several lines, or one that wraps records, rather than
    JSON Lines."""
    start = head.lstrip()
    if _is_line(start.partition("\n")[0]):
        return False
    # Of a record spread over lines the first holds an opening bracket and at most one field.
    spread = re.match(r'\{\s*(\n|"[^"\n]*"\s*:[^\n]{0,200},\s*\n)', start)
    return start.startswith("[") or bool(spread) or outline(start).wraps


def _is_line(line: str) -> bool:
    """Whether a line is a record by itself, whatever lists it holds."""
    with suppress(ValueError, RecursionError):
        value = json.loads(line)
        return isinstance(value, dict) and bool(_ABSTRACT_OR_CLAIMS & value.keys())
    return False
