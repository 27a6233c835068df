"""Inputs to papers: files, folders and standard input, each read by the format that knows it."""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath

from kg.errors import InputError
from kg.readers.decode import check_encoding
from kg.readers.registry import Item, Reader, ReadLog, Skip, named_reader, readers, sniffed_reader
from kg.readers.source import STDIN, InputText


@dataclass(frozen=True, slots=True)
class _File:
    """A file of an input argument: where it is, and its name relative to the argument."""

    path: str
    source: str

    @property
    def shown(self) -> str:
        return "standard input" if self.path == STDIN else self.source


@dataclass(slots=True)
class FileRead:
    """One file being read. The counts are right once `items` is exhausted.

    `source` is its path relative to the input argument ("-" for standard input), `place` its absolute path
    ("" for standard input), `format` the reader's name ("" where no reader took it). `read` counts papers,
    `without_abstract` those of them that have none.
    """

    source: str
    place: str
    format: str = ""
    read: int = 0
    without_abstract: int = 0
    log: ReadLog = field(default_factory=ReadLog)
    _items: Iterator[Item] = field(default_factory=lambda: iter(()), repr=False)

    @property
    def skipped(self) -> list[Skip]:
        """Records, or the file itself, that were not read, and why."""
        return self.log.skipped

    @property
    def rejected(self) -> int:
        """How many claims the schema does not allow (`log.rejected` has them by reason)."""
        return self.log.rejected.total()

    @property
    def notes(self) -> list[str]:
        """What else a user should know of the reading."""
        return self.log.notes

    def items(self) -> Iterator[Item]:
        """The papers, with their claims where the file holds them; can be had once."""
        for paper, extraction in self._items:
            self.read += 1
            self.without_abstract += not paper.abstract.strip()
            yield replace(paper, source=self.source), extraction


def read_inputs(
    paths: Sequence[str | Path],
    *,
    input_format: str | None = None,
    encoding: str | None = None,
    claims: bool = False,
) -> Iterator[FileRead]:
    """Each file of the inputs in turn: files, folders (recursively, by name, hidden ones left out) and "-",
    which is standard input. Exhaust a file's `items` before asking for the next.

    In a folder, a file that no reader knows is given with its reason in `skipped` and no papers. Raises
    InputError at once for a missing path, an unknown format or encoding; while reading, for an input that
    cannot be read, holds no paper, or in which no paper has an abstract.
    """
    chosen = named_reader(input_format, claims=claims) if input_format else None
    codec = check_encoding(encoding) if encoding else None
    inputs = [(str(path), _files(str(path))) for path in paths]
    return _read_all(inputs, chosen, codec, claims)


def _read_all(
    inputs: list[tuple[str, list[_File]]],
    chosen: Reader | None,
    encoding: str | None,
    claims: bool,
) -> Iterator[FileRead]:
    for argument, files in inputs:
        in_folder = os.path.isdir(argument)
        done = []
        for file in files:
            try:
                with InputText(file.path, file.shown, encoding) as text:
                    found = chosen or _known_reader(text, claims)
                    result = _file_read(file, found.name)
                    result._items = _noted(found.read(text, result.log), text, result.log)
                    yield result
            except InputError as error:
                if not in_folder:
                    raise
                result = _file_read(file)
                result.log.skip(file.shown, error)
                yield result
            done.append(result)
        _check(argument, done, in_folder)


def _known_reader(text: InputText, claims: bool) -> Reader:
    found = sniffed_reader(text.head, text.name, claims=claims)
    if found:
        return found
    if claims:
        raise InputError(
            f"{text.name}: holds no claims; give what `kg extract --format jsonl` writes"
        )
    known = ", ".join(sorted(r.name for r in readers()))
    raise InputError(f"{text.name}: of no known format; name one with --input-format ({known})")


def _check(argument: str, done: list[FileRead], in_folder: bool) -> None:
    """Raises InputError where an input gave nothing to work on."""
    shown = argument if argument != STDIN else "standard input"
    read = sum(r.read for r in done)
    skipped = [s for r in done for s in r.skipped]
    if not read:
        why = f" (skipped {len(skipped)}; the first: {skipped[0]})" if skipped else ""
        what = "no paper in any file of this folder" if in_folder else "no paper in it"
        raise InputError(f"{shown}: {what}{why}; give files that hold abstracts")
    if read == sum(r.without_abstract for r in done):
        papers = (
            "its only paper has no abstract"
            if read == 1
            else f"none of its {read} papers has an abstract"
        )
        raise InputError(f"{shown}: {papers}; export it again with abstracts")


def _noted(items: Iterator[Item], text: InputText, log: ReadLog) -> Iterator[Item]:
    yield from items
    if text.odd_lines:
        count, first = len(text.odd_lines), text.odd_lines[0]
        lines = "1 line is" if count == 1 else f"{count} lines are"
        log.notes.append(f"{text.name}: {lines} not UTF-8, read as cp1252 (first: line {first})")


def _file_read(file: _File, format: str = "") -> FileRead:
    place = "" if file.path == STDIN else os.path.abspath(file.path)
    return FileRead(file.source, place, format)


def _files(argument: str) -> list[_File]:
    if argument == STDIN:
        return [_File(STDIN, STDIN)]
    if not os.path.exists(argument):
        raise InputError(f"{argument}: no such file or folder; check the path")
    if not os.path.isdir(argument):
        return [_File(argument, _writable(PurePath(argument).name))]
    found = []
    for folder, names, files in os.walk(argument):
        names[:] = [n for n in names if not n.startswith(".")]
        found += [os.path.join(folder, n) for n in files if not n.startswith(".")]
    relative = [(PurePath(os.path.relpath(f, argument)), f) for f in found if os.path.isfile(f)]
    # By the parts of the path, so that the order does not hang on the separator.
    ordered = sorted(relative, key=lambda r: r[0].parts)
    return [_File(path, _writable(name.as_posix())) for name, path in ordered]


def _writable(name: str) -> str:
    # A file's name may hold bytes that are no text; a graph file cannot.
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
