"""Packed inputs: gzip and zip unpacked as they are read, never to disk, up to a stated limit."""

import gzip
import io
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, Final

from kg.errors import InputError, UnreadableError
from kg.readers.decode import Joined

#: What may come out of a packed file whatever its size, in bytes; beyond, at most `MOST_RATIO` times its size.
#: Real exports pack to a third or, where they repeat themselves, a fiftieth.
FREE: Final = 100 * 2**20
MOST_RATIO: Final = 200
#: Files that one zip archive may hold.
MOST_MEMBERS: Final = 100_000

GZIP: Final = b"\x1f\x8b"
ZIP: Final = b"PK\x03\x04"

_BROKEN = (OSError, EOFError, zlib.error, zipfile.BadZipFile, NotImplementedError, RuntimeError)


class _Counted(io.RawIOBase):
    """A stream that counts the bytes that were read from it."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream, self.count = stream, 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        piece = self._stream.read(len(buffer))
        buffer[: len(piece)] = piece
        self.count += len(piece)
        return len(piece)


class Allowance:
    """How much may still come out of one packed file; shared by all that it holds."""

    def __init__(self, name: str, packed: int = 0) -> None:
        self.name, self.packed, self.out = name, packed, 0

    def take(self, size: int) -> None:
        """Counts `size` more unpacked bytes. Raises InputError beyond the limit."""
        self.out += size
        if self.out > FREE and self.out > MOST_RATIO * self.packed:
            raise InputError(
                f"{self.name}: unpacks to more than {FREE // 2**20} MiB and {MOST_RATIO} times its"
                " size, as only an attack does; unpack it yourself if you trust it"
            )


class _Unpacked(io.RawIOBase):
    """What a decompressor gives, within an allowance; its errors are InputErrors."""

    def __init__(
        self, inner: BinaryIO, name: str, kind: str, allowed: Allowance, packed: _Counted | None
    ) -> None:
        self._inner, self._name, self._kind = inner, name, kind
        self._allowed, self._packed = allowed, packed

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        try:
            piece = self._inner.read(len(buffer))
        except _BROKEN as error:
            raise broken(self._name, self._kind, error) from error
        if self._packed is not None:
            self._allowed.packed = self._packed.count
        self._allowed.take(len(piece))
        buffer[: len(piece)] = piece
        return len(piece)


def broken(name: str, kind: str, error: BaseException) -> UnreadableError:
    """The error for a packed file that cannot be read to its end."""
    why = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return UnreadableError(f"{name}: is {kind} that cannot be read ({why}); get it again")


def gunzipped(stream: BinaryIO, name: str) -> BinaryIO:
    """The unpacked bytes of the gzip data in `stream`."""
    counted = _Counted(stream)
    inner = gzip.GzipFile(fileobj=io.BufferedReader(counted))
    unpacked = _Unpacked(inner, name, "gzip data", Allowance(name), counted)  # type: ignore[arg-type]
    return io.BufferedReader(unpacked)


def peeked(stream: BinaryIO) -> tuple[bytes, BinaryIO]:
    """The first four bytes of a stream, and the whole stream."""
    head = stream.read(4)
    return head, io.BufferedReader(Joined(head, stream))


@contextmanager
def archive(stream: BinaryIO, name: str) -> Iterator[zipfile.ZipFile]:
    """The zip archive in `stream`; one that cannot be sought in is copied to a temporary file first.

    Raises InputError for what is broken, an office document, or holds too many files.
    """
    with tempfile.TemporaryFile() as copy:
        if not _seekable(stream):
            shutil.copyfileobj(stream, copy)
            stream = copy
        try:
            found = zipfile.ZipFile(stream)
        except (*_BROKEN, ValueError) as error:
            raise broken(name, "a zip archive", error) from error
        with found:
            names = set(found.namelist())
            if {"[Content_Types].xml", "mimetype"} & names:
                raise InputError(
                    f"{name}: is a zip archive of an office document or book; export it as CSV or text"
                )
            if len(names) > MOST_MEMBERS:
                raise InputError(f"{name}: is a zip archive of more than {MOST_MEMBERS} files")
            yield found


def members(found: zipfile.ZipFile) -> list[zipfile.ZipInfo]:
    """The files of an archive by name, without folders, hidden files and what macOS adds."""

    def kept(info: zipfile.ZipInfo) -> bool:
        parts = info.filename.split("/")
        return not info.is_dir() and not any(p.startswith((".", "__MACOSX")) for p in parts)

    return sorted(filter(kept, found.infolist()), key=lambda info: info.filename.split("/"))


def member(
    found: zipfile.ZipFile, info: zipfile.ZipInfo, name: str, allowed: Allowance
) -> BinaryIO:
    """The bytes of one file of an archive. Raises InputError where it is locked or broken."""
    if info.flag_bits & 1:
        raise InputError(f"{name}: is locked by a password; unpack it first")
    try:
        inner = found.open(info)
    except (*_BROKEN, ValueError) as error:
        raise broken(name, "a zip archive's file", error) from error
    # BufferedReader needs no more than read.
    return io.BufferedReader(_Unpacked(inner, name, "a zip archive's file", allowed, None))  # type: ignore[arg-type]


def packed_size(found: zipfile.ZipFile) -> int:
    """The bytes that the files of an archive take in it."""
    return sum(info.compress_size for info in found.infolist())


def _seekable(stream: BinaryIO) -> bool:
    try:
        stream.seek(0)
    except (OSError, ValueError, AttributeError):
        return False
    return True
