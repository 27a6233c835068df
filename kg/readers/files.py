"""The files of an input argument: a file, a folder's files, standard input, what gzip and zip hold."""

import os
import stat
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath
from typing import BinaryIO
from zipfile import ZipFile, ZipInfo

from kg.errors import InputError, UnreadableError
from kg.readers import packed, plain
from kg.readers.decode import decode_head, guess_encoding
from kg.readers.source import STDIN, open_bytes


@dataclass(frozen=True, slots=True)
class File:
    """A file of an input argument: its path, its name relative to the argument, its name inside a zip
    archive ('' for no archive), and whether it is one abstract rather than a list of them.
    """

    path: str
    source: str
    inner: str = ""
    one_paper: bool = False

    @property
    def shown(self) -> str:
        """How notes name it."""
        return f"standard input{self.inner and '/' + self.inner}" if self.is_stdin else self.source

    @property
    def place(self) -> str:
        """Where it lies, as an absolute path; '' for standard input, '-/name' for a file in an archive there."""
        inside = f"/{self.inner}" if self.inner else ""
        if self.is_stdin:
            return inside and STDIN + inside
        return os.path.abspath(self.path) + inside

    @property
    def within(self) -> tuple[str, ...]:
        """What else would give it as an input, as absolute paths: the archive that holds it, and the folders,
        up to one that is hidden or a link, which a folder above does not look into. None for standard input.
        """
        if self.is_stdin:
            return ()
        path = below = os.path.abspath(self.path)
        found = [path] if self.inner else []
        for folder in map(str, PurePath(path).parents):
            if PurePath(below).name.startswith(".") or (below != path and os.path.islink(below)):
                break
            found.append(folder)
            below = folder
        return tuple(found)

    @property
    def is_stdin(self) -> bool:
        """Whether it is standard input."""
        return self.path == STDIN


def files_of(argument: str) -> list[File]:
    """The files of an input argument, those of a folder by name.

    Raises InputError for a missing path and for a folder that cannot be listed: what it holds would count as gone.
    """
    if argument == STDIN:
        return [File(STDIN, STDIN)]
    if not os.path.exists(argument):
        raise InputError(f"{argument or repr('')}: no such file or folder; check the path")
    if not os.path.isdir(argument):
        return [File(argument, _writable(PurePath(argument).name))]
    found = []
    for folder, names, files in os.walk(argument, onerror=_unlisted):
        names[:] = [n for n in names if not n.startswith(".")]
        found += [os.path.join(folder, n) for n in files if not n.startswith(".")]
    relative = [(PurePath(os.path.relpath(f, argument)), f) for f in found if _may_be_read(f)]
    # By the parts of the path, so that the order does not hang on the separator.
    ordered = sorted(relative, key=lambda r: r[0].parts)
    texts = [File(path, _writable(name.as_posix())) for name, path in ordered]
    return _told_apart(texts, [_head(f.path, f.source) for f in texts])


def _unlisted(error: OSError) -> None:
    where = os.fsdecode(error.filename)
    raise InputError(
        f"{where}: cannot be listed ({error.strerror}); check its permissions"
    ) from error


def _may_be_read(path: str) -> bool:
    """Whether a folder's entry is a file, or cannot be told to be none; devices and pipes are none."""
    try:
        return stat.S_ISREG(os.stat(path).st_mode)
    except OSError:
        return True  # left out, it would count as gone; opening it tells what is wrong


def opened(file: File) -> Iterator[tuple[File, BinaryIO | InputError]]:
    """The file, or each file of a zip archive, with its unpacked bytes, or why these cannot be had.

    What it yields must be used before the next is asked for. Raises InputError where `file` itself fails.
    """
    stream = open_bytes(file.path, file.shown)
    try:
        head, whole = packed.peeked(stream)
        if head.startswith(packed.GZIP):
            yield file, packed.gunzipped(whole, file.shown)
        elif head == packed.ZIP:
            with packed.archive(whole if file.is_stdin else stream, file.shown) as archive:
                yield from _members(file, archive)
        else:
            yield file, whole
    except OSError as error:
        raise UnreadableError(f"{file.shown}: cannot be read ({error.strerror})") from error
    finally:
        if not file.is_stdin:
            stream.close()


def _members(file: File, archive: ZipFile) -> Iterator[tuple[File, BinaryIO | InputError]]:
    infos = packed.members(archive)
    parts = [
        replace(file, source=f"{file.source}/{_writable(i.filename)}", inner=_writable(i.filename))
        for i in infos
    ]
    allowed = packed.Allowance(file.shown, packed.packed_size(archive))
    heads = [_member_head(archive, info, allowed) for info in infos]
    for part, info in zip(_told_apart(parts, heads), infos, strict=True):
        try:
            head, whole = packed.peeked(packed.member(archive, info, part.shown, allowed))
            zipped = head.startswith(packed.GZIP)
            yield part, packed.gunzipped(whole, part.shown) if zipped else whole
        except InputError as error:
            yield part, error


def _told_apart(files: Sequence[File], heads: Sequence[str]) -> list[File]:
    """The files, with those texts marked that are one abstract each (see `plain.one_abstract_each`)."""
    folders: defaultdict[str, list[int]] = defaultdict(list)
    for n, (file, head) in enumerate(zip(files, heads, strict=True)):
        if head and plain.sniff(head, file.source):
            folders[file.source.rpartition("/")[0]].append(n)
    alone = {
        n
        for texts in folders.values()
        if plain.one_abstract_each([heads[n] for n in texts])
        for n in texts
    }
    return [replace(file, one_paper=n in alone) for n, file in enumerate(files)]


def _head(path: str, name: str) -> str:
    """How a text that may be one abstract begins; '' for any other file."""
    if not plain.may_be_text(name):
        return ""
    try:
        with open(path, "rb") as stream:
            return _decoded(stream.read(plain.LONGEST_ALONE * 4))
    except OSError:
        return ""


def _member_head(archive: ZipFile, info: ZipInfo, allowed: packed.Allowance) -> str:
    if not plain.may_be_text(info.filename):
        return ""
    try:
        with packed.member(archive, info, info.filename, allowed) as stream:
            return _decoded(stream.read(plain.LONGEST_ALONE * 4))
    except InputError:
        return ""


def _decoded(head: bytes) -> str:
    encoding = guess_encoding(head)
    # A text longer than any abstract is a list: one character more than allowed tells as much.
    return decode_head(head, encoding)[: plain.LONGEST_ALONE + 1] if encoding else ""


def _writable(name: str) -> str:
    # A file's name may hold bytes that are no text; a graph file cannot.
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
