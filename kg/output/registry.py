"""The table of formats that the modules of this package fill."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TextIO

from kg.records import PaperNode

Row = dict[str, Any]
Write = Callable[[Iterable[Any], Sequence[str], TextIO, int | None], None]
WriteRows = Callable[[Iterable[Row], Sequence[str], TextIO, int | None], None]
WritePapers = Callable[[Iterable[PaperNode], TextIO], None]


@dataclass(frozen=True, slots=True)
class Format:
    """A form of an answer: of rows, or of papers for reference managers. `suffix` is a file's, with the dot."""

    name: str
    kind: Literal["rows", "papers"]
    suffix: str
    write: Write


REGISTRY: dict[str, Format] = {}


def row_format(name: str, suffix: str = "") -> Callable[[WriteRows], WriteRows]:
    """Registers `write(rows, columns, stream, width)` under `name`; each row has all the columns."""

    def register(write: WriteRows) -> WriteRows:
        _add(Format(name, "rows", suffix, write))
        return write

    return register


def paper_format(name: str, suffix: str) -> Callable[[WritePapers], WritePapers]:
    """Registers `write(papers, stream)` under `name`."""

    def register(write: WritePapers) -> WritePapers:
        _add(Format(name, "papers", suffix, lambda papers, _, stream, __: write(papers, stream)))
        return write

    return register


def _add(entry: Format) -> None:
    if entry.name in REGISTRY:
        raise ValueError(f"a format named {entry.name!r} is registered already")
    REGISTRY[entry.name] = entry
