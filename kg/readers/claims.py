"""Claims: what `kg extract --format jsonl` writes, and annotated abstracts in the same form."""

import re
from collections.abc import Iterator

from kg.claims import from_record
from kg.errors import RecordError
from kg.readers.jsonl import json_records
from kg.readers.registry import Item, ReadLog, reader
from kg.readers.source import InputText

_ENTITIES = re.compile(r'"entities"\s*:')


def sniff(head: str, name: str) -> bool:
    """Whether records have entities; of a first record longer than the head that is not known yet."""
    start = head.lstrip()
    found = bool(_ENTITIES.search(head)) or "\n" not in start
    return start.startswith(("{", "[")) and found


@reader("claims", sniff, claims=True)
def read(text: InputText, log: ReadLog) -> Iterator[Item]:
    """One paper with its claims a record; a broken record is named and left out."""
    for where, record in json_records(text, log):
        if "entities" not in record:
            log.skip(where, 'has no "entities"')
            continue
        try:
            paper, extraction, rejected = from_record(record, where)
        except RecordError as error:
            log.skip(where, error)
            continue
        log.rejected.update(rejected)
        yield paper, extraction
