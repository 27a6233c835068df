"""The table of formats that the modules of this package fill."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TextIO

from kg.records import PaperNode

Row = dict[str, Any]
Write = Callable[[Sequence[Any], Sequence[str], TextIO, int | None], None]


@dataclass(frozen=True, slots=True)
class Format:
    """A form of an answer: of rows, or of papers for reference managers. `suffix` is a file's, with the dot."""

    name: str
    kind: Literal["rows", "papers"]
    suffix: str
    write: Write


REGISTRY: dict[str, Format] = {}


def row_format(
    name: str, suffix: str = ""
) -> Callable[
    [Callable[[Sequence[Row], Sequence[str], TextIO, int | None], None]],
    Callable[[Sequence[Row], Sequence[str], TextIO, int | None], None],
]:
    """Registers `write(rows, columns, stream, width)` under `name`."""

    def register(
        write: Callable[[Sequence[Row], Sequence[str], TextIO, int | None], None],
    ) -> Callable[[Sequence[Row], Sequence[str], TextIO, int | None], None]:
        _add(Format(name, "rows", suffix, write))
        return write

    return register


def paper_format(
    name: str, suffix: str
) -> Callable[
    [Callable[[Sequence[PaperNode], TextIO], None]], Callable[[Sequence[PaperNode], TextIO], None]
]:
    """Registers `write(papers, stream)` under `name`."""

    def register(
        write: Callable[[Sequence[PaperNode], TextIO], None],
    ) -> Callable[[Sequence[PaperNode], TextIO], None]:
        _add(Format(name, "papers", suffix, lambda papers, _, stream, __: write(papers, stream)))
        return write

    return register


def _add(entry: Format) -> None:
    if entry.name in REGISTRY:
        raise ValueError(f"a format named {entry.name!r} is registered already")
    REGISTRY[entry.name] = entry
