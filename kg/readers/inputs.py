"""Inputs to papers: files, folders, archives and standard input, each read by the format that knows it."""

import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import MappingProxyType
from typing import BinaryIO, Final

from kg.errors import InputError, UnreadableError
from kg.readers.abstracts import titled
from kg.readers.columns import check_columns
from kg.readers.decode import check_encoding
from kg.readers.files import File, files_of, opened
from kg.readers.registry import Item, Reader, ReadLog, Skip, named_reader, readers, sniffed_reader
from kg.readers.source import STDIN, InputText

#: Different reasons for skipping that a file's summary gives.
_REASONS: Final = 3


@dataclass(slots=True)
class FileRead:
    """One file being read. The counts are right once `items` is exhausted.

    `source` is its path relative to the input argument ("-" for standard input), `place` its absolute path
    ("" for standard input), `within` the archive and the folders that would give it too, as absolute paths,
    `format` the reader's name ("" where no reader took it). `read` counts papers,
    `without_abstract` those of them that have none, `titled` those of these that have their title for one
    because `titles` says so. `whole` is false where the file cannot be read, or not to its end: what it
    holds is not known then.
    """

    source: str
    place: str
    format: str = ""
    within: tuple[str, ...] = ()
    read: int = 0
    without_abstract: int = 0
    titled: int = 0
    titles: bool = False
    whole: bool = True
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
            paper = replace(paper, source=self.source)
            if not paper.abstract.strip():
                paper = replace(paper, abstract="")
                self.without_abstract += 1
                if self.titles and paper.title.strip():
                    self.titled += 1
                    paper = titled(paper)
            yield paper, extraction

    def summary(self) -> str:
        """What became of the file, in one line: "N read, M without abstract, K skipped (why)", or "not read (why)"
        where no reader took it."""
        if not self.format and self.skipped:
            return f"not read ({self.skipped[0].why})"
        line = f"{self.read} read, {self.without_abstract} without abstract, {len(self.skipped)} skipped"
        reasons = Counter(skip.why for skip in self.skipped)
        told = [f"{n} {why}" if n > 1 else why for why, n in reasons.most_common(_REASONS)]
        more = ["..."] if len(reasons) > _REASONS else []
        if not (self.read or told):
            told = ["no paper in it"]
        return f"{line} ({'; '.join(told + more)})" if told else line


@dataclass(frozen=True, slots=True)
class _How:
    """How the user wants inputs read."""

    reader: Reader | None
    encoding: str | None
    claims: bool
    titles: bool
    columns: Mapping[str, str]


def read_inputs(
    paths: Sequence[str | Path],
    *,
    input_format: str | None = None,
    encoding: str | None = None,
    claims: bool = False,
    titles: bool = False,
    columns: Mapping[str, str] = MappingProxyType({}),
) -> Iterator[FileRead]:
    """Each file of the inputs in turn: files, folders (recursively, by name, hidden ones left out), gzip and
    zip of these, and "-", which is standard input. Exhaust a file's `items` before asking for the next.

    With `titles`, a paper without an abstract has its title for one. `columns` maps a paper's field to the
    column or key that holds it, where that is none of the known. In a folder or archive, a file that no
    reader knows is given with its reason in `skipped` and no papers. Raises InputError at once for a missing
    path, an unknown format, encoding or field; while reading, for an input that cannot be read, holds no
    paper, or in which no paper has an abstract.
    """
    check_columns(columns)
    how = _How(
        named_reader(input_format, claims=claims) if input_format else None,
        check_encoding(encoding) if encoding else None,
        claims,
        titles,
        columns,
    )
    inputs = [(str(path), files_of(str(path))) for path in paths]
    return _read_all(inputs, how)


def _read_all(inputs: list[tuple[str, list[File]]], how: _How) -> Iterator[FileRead]:
    for argument, files in inputs:
        done = []
        in_folder = os.path.isdir(argument)
        for file in files:
            for result in _read_file(file, how, in_folder):
                yield result
                done.append(result)
        _check(argument, done, in_folder, how.titles)


def _read_file(file: File, how: _How, in_folder: bool) -> Iterator[FileRead]:
    try:
        for part, stream in opened(file):
            yield from _read_part(part, stream, how, in_folder or bool(part.inner))
    except InputError as error:
        if not in_folder:
            raise
        yield _failed(file, error)


def _read_part(
    file: File, stream: BinaryIO | InputError, how: _How, one_of_many: bool
) -> Iterator[FileRead]:
    try:
        if isinstance(stream, InputError):
            raise stream
        with InputText(
            file.path,
            file.shown,
            how.encoding,
            stream=stream,
            columns=how.columns,
            one_paper=file.one_paper,
        ) as text:
            found = how.reader or _known_reader(text, how.claims, one_of_many)
            result = FileRead(file.source, file.place, found.name, file.within, titles=how.titles)
            result._items = _noted(found.read(text, result.log), text, result, one_of_many)
            yield result
    except InputError as error:
        if not one_of_many:
            raise
        yield _failed(file, error)


def _failed(file: File, error: InputError) -> FileRead:
    whole = not isinstance(error, UnreadableError)
    result = FileRead(file.source, file.place, within=file.within, whole=whole)
    result.log.skip(file.shown, error)
    return result


def _known_reader(text: InputText, claims: bool, one_of_many: bool) -> Reader:
    found = sniffed_reader(text.head, text.name.removesuffix(".gz"), claims=claims)
    if found:
        return found
    if claims:
        raise InputError(
            f"{text.name}: holds no claims; give what `kg extract --format jsonl` writes"
        )
    if one_of_many:
        raise InputError(
            f"{text.name}: of no known format; if it holds papers, give it alone with --input-format"
        )
    known = ", ".join(sorted(r.name for r in readers()))
    raise InputError(f"{text.name}: of no known format; name one with --input-format ({known})")


def _check(argument: str, done: list[FileRead], in_folder: bool, titles: bool) -> None:
    """Raises InputError where an input gave nothing to work on."""
    shown = argument if argument != STDIN else "standard input"
    read = sum(r.read for r in done)
    skipped = [s for r in done for s in r.skipped]
    if not read:
        why = f" (skipped {len(skipped)}; the first: {skipped[0]})" if skipped else ""
        what = "no paper in any file of this folder" if in_folder else "no paper in it"
        raise InputError(f"{shown}: {what}{why}; give files that hold abstracts")
    if read == sum(r.without_abstract for r in done) and not (
        titles and any(r.titled for r in done)
    ):
        papers = (
            "its only paper has no abstract"
            if read == 1
            else f"none of its {read} papers has an abstract"
        )
        hint = next((f" ({r.log.hint})" for r in done if r.log.hint), "")
        remedy = "export it again with abstracts, or read the titles alone (--titles)"
        raise InputError(f"{shown}: {papers}{hint}; {remedy}")


def _noted(
    items: Iterator[Item], text: InputText, result: FileRead, one_of_many: bool
) -> Iterator[Item]:
    try:
        yield from items
    except InputError as error:
        if not (one_of_many or result.read):
            raise
        result.log.stop(text.name, error)
    result.whole = not result.log.cut
    # Of a single input, the error tells it.
    if result.log.hint and one_of_many and not result.titles:
        result.log.notes.append(f"{text.name}: {result.log.hint}")
    if text.odd_lines:
        count, first = len(text.odd_lines), text.odd_lines[0]
        lines = "1 line is" if count == 1 else f"{count} lines are"
        result.log.notes.append(
            f"{text.name}: {lines} not UTF-8, read as cp1252 (first: line {first})"
        )
