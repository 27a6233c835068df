"""Lines that begin with a tag to records: what RIS, PubMed, Web of Science, Ovid and EndNote share.

A line without a tag continues the value before it, joined by a line end; so do blank lines, except where
they part records. Lines that belong to no record are told, never dropped silently.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from kg.readers.reference import first
from kg.readers.registry import ReadLog

Split = Callable[[str], tuple[str, str] | None]
"""The tag and value of a line; None for one without a tag."""


class Dialect(NamedTuple):
    """How a format marks its records.

    A tag of `opens` begins a record, one of `closes` ends it, one of `around` stands outside of
    records. Where `blank_parts`, a blank line ends a record. A further line of a tag of `lists`
    is a value of its own.
    """

    split: Split
    opens: frozenset[str]
    closes: frozenset[str] = frozenset()
    around: frozenset[str] = frozenset()
    blank_parts: bool = False
    lists: frozenset[str] = frozenset()


@dataclass(slots=True)
class Record:
    """One record: the number of its first line (from 1), and the values of each tag in order."""

    line: int
    values: dict[str, list[str]] = field(default_factory=dict)

    def all(self, *tags: str) -> list[str]:
        """The values of these tags that are not blank, without outer white space."""
        return [v for tag in tags for v in self.values.get(tag, ()) if v]

    def first(self, *tags: str) -> str:
        """The first value, in the order of the tags, that is not blank; '' where none is."""
        return first(self.all(*tags))

    def joined(self, *tags: str) -> str:
        """All values of the first of these tags that has any, joined by line ends."""
        return next(("\n".join(found) for tag in tags if (found := self.all(tag))), "")


def tagged_records(lines: Iterable[str], dialect: Dialect, stray: list[int]) -> Iterator[Record]:
    """The records of `lines`, one in memory at a time; numbers of lines in none go to `stray`.

    A tag outside of a record begins one, and an opening tag ends the one before: so a lost opening or
    closing line loses no record.
    """
    record: Record | None = None
    tag, value = "", [""]
    for number, line in enumerate(lines, 1):
        found = dialect.split(line)
        if record and found and found[0] not in dialect.opens | dialect.closes:
            _keep(record, tag, value)
            tag, value = found[0], [found[1]]
        elif found:
            if record:
                _keep(record, tag, value)
                yield record
            record = None
            if found[0] not in dialect.closes and found[0] not in dialect.around:
                record, tag, value = Record(number), found[0], [found[1]]
        elif not record:
            if line.strip():
                stray.append(number)
        elif line.strip() or not dialect.blank_parts:
            if tag in dialect.lists:
                _keep(record, tag, value)
                value = []
            value.append(line.strip())
        else:
            _keep(record, tag, value)
            yield record
            record = None
    if record:
        _keep(record, tag, value)
        yield record


def _keep(record: Record, tag: str, value: list[str]) -> None:
    record.values.setdefault(tag, []).append("\n".join(value).strip())


def note_stray(log: ReadLog, name: str, stray: list[int]) -> None:
    """Notes lines that belong to no record."""
    if stray:
        log.notes.append(
            f"{name}: lines outside of records, left out: {len(stray)} (first: line {stray[0]})"
        )
