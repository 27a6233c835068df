"""The registry of input formats: one module of this package a format, found by listing the package."""

import importlib
import pkgutil
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

from kg.errors import InputError
from kg.readers.source import InputText
from kg.records import Extraction, Paper

Item = tuple[Paper, Extraction | None]
"""What a reader yields: a paper, with its claims where the input holds them."""

Sniff = Callable[[str, str], bool]
"""Whether a text is of the format: by the text's first 64 KiB and the file's name."""


class Skip(NamedTuple):
    """A record or file that was not read, and why."""

    where: str
    why: str

    def __str__(self) -> str:
        return f"{self.where}: {self.why}"


@dataclass(slots=True)
class ReadLog:
    """What a reader tells beside its papers: records skipped, claims rejected (by reason), other notes.

    `hint` says why no paper has an abstract, where the reader knows; `cut` whether the text ends before its
    papers do.
    """

    skipped: list[Skip] = field(default_factory=list)
    rejected: Counter[str] = field(default_factory=Counter)
    notes: list[str] = field(default_factory=list)
    hint: str = ""
    cut: bool = False

    def stop(self, where: str, why: object) -> None:
        """Names where a text cannot be read on."""
        self.skip(where, f"{why}; what follows is not read")
        self.cut = True

    def skip(self, where: str, why: object) -> None:
        """Names a record that is left out; `why` may repeat `where` in front, as errors do."""
        self.skipped.append(Skip(where, str(why).removeprefix(f"{where}: ")))


Read = Callable[[InputText, ReadLog], Iterator[Item]]
"""Yields the papers of a text, streaming; names broken records in the log and goes on.
`FileRead` fills in each paper's `source`."""


class Reader(NamedTuple):
    """An input format. Those of low `rank` are asked first; `claims` readers only for claims."""

    name: str
    rank: int
    claims: bool
    sniff: Sniff
    read: Read


_READERS: dict[str, Reader] = {}


def reader(
    name: str, sniff: Sniff, *, rank: int = 50, claims: bool = False
) -> Callable[[Read], Read]:
    """Registers the decorated function as the reader of a format. A name is taken once (ValueError)."""

    def register(read: Read) -> Read:
        if name in _READERS:
            raise ValueError(f"two readers are named {name!r}")
        _READERS[name] = Reader(name, rank, claims, sniff, read)
        return read

    return register


@cache
def _load() -> None:
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        importlib.import_module(f"kg.readers.{module.name}")


def readers(*, claims: bool = False) -> list[Reader]:
    """The readers of papers, or those of claims, in the order in which they are asked."""
    _load()
    found = (r for r in _READERS.values() if r.claims == claims)
    return sorted(found, key=lambda r: (r.rank, r.name))


def named_reader(name: str, *, claims: bool = False) -> Reader:
    """The reader of a format by name. Raises InputError, which lists the formats."""
    known = {r.name: r for r in readers(claims=claims)}
    if name.lower() not in known:
        raise InputError(f"unknown input format {name!r}; known: {', '.join(sorted(known))}")
    return known[name.lower()]


def sniffed_reader(head: str, file_name: str, *, claims: bool = False) -> Reader | None:
    """The first reader that knows the text for its own; None where none does."""
    return next((r for r in readers(claims=claims) if r.sniff(head, file_name)), None)
