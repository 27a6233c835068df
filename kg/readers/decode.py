"""Bytes of an input to text: which encoding, and lines in it, without losing a byte silently."""

import codecs
import io
from collections.abc import Callable, Iterator
from functools import partial
from typing import BinaryIO, Final, TextIO

from kg.errors import InputError

#: How much of a file is looked at to tell its encoding and format, in bytes.
HEAD_SIZE: Final = 64 * 1024

_BOMS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    # UTF-32's little-endian mark begins with UTF-16's.
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_PACKED: Final = (
    (b"\x1f\x8b", "gzip data"),
    (b"PK\x03\x04", "a zip archive"),
    (b"BZh", "bzip2 data"),
    (b"\xfd7zXZ\x00", "xz data"),
    (b"%PDF-", "a PDF"),
    (b"SQLite format 3\x00", "a SQLite file"),
)
_AS_CP1252: Final = "kg.cp1252"
_TEXT_CONTROLS: Final = frozenset(b"\t\n\r\x0b\x0c\x1b\x08")


def guess_encoding(head: bytes) -> str:
    """The encoding of text that begins with `head`: by its byte order mark, else UTF-16 by its zero bytes,
    else UTF-8 (lines that are not are read as cp1252, see `decoded_lines`); '' for binary data.
    """
    for mark, name in _BOMS:
        if head.startswith(mark):
            return name
    if b"\0" in head:
        return _utf16_without_mark(head)
    try:
        codecs.getincrementaldecoder("utf-8")().decode(head)
    except UnicodeDecodeError:
        odd = sum(b < 32 and b not in _TEXT_CONTROLS for b in head)
        # Text in an 8-bit encoding has next to no control characters; compressed data a tenth.
        return "" if odd > len(head) * 0.02 else "utf-8"
    return "utf-8"


def packed_kind(head: bytes) -> str:
    """What a file that is no text is, by its first bytes; '' where that is unknown."""
    return next((kind for mark, kind in _PACKED if head.startswith(mark)), "")


def decode_head(head: bytes, encoding: str) -> str:
    """The text of a file's first bytes, for sniffing; a character cut at their end is left out.

    Raises UnicodeError where an encoding cannot begin so.
    """
    if encoding == "utf-8":
        return "".join(decoded_lines(io.BytesIO(head), encoding, []))
    decoder = codecs.getincrementaldecoder(encoding)(errors="replace")
    text = decoder.decode(head).removeprefix("\ufeff")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def decoded_lines(data: BinaryIO, encoding: str, odd_lines: list[int]) -> Iterator[str]:
    """The lines of `data` with "\\n" line ends; a byte order mark is dropped.

    With encoding "utf-8", a line that is not valid UTF-8 is read as cp1252 and its number (from 1) appended
    to `odd_lines`. Any other encoding is strict: InputError names the byte offset.
    """
    if encoding != "utf-8":
        yield from _strict(data, encoding, iter)
        return
    for number, raw in enumerate(data, 1):
        raw = raw.removeprefix(codecs.BOM_UTF8) if number == 1 else raw
        try:
            line = raw.decode("utf-8")
        except UnicodeDecodeError:
            odd_lines.append(number)
            line = raw.decode("cp1252", "replace")
        if "\r" in line:
            # Lines that end in CR alone arrive as one.
            line = line.replace("\r\n", "\n").replace("\r", "\n")
            yield from io.StringIO(line)
        else:
            yield line


def decoded_chunks(data: BinaryIO, encoding: str, odd_lines: list[int]) -> Iterator[str]:
    """The text of `data` in pieces of at most `HEAD_SIZE` characters; otherwise as `decoded_lines`, but of
    text that is no UTF-8 only the bytes at fault are read as cp1252, and line ends stay as they are.
    """
    if encoding != "utf-8":
        yield from _strict(data, encoding, lambda text: iter(partial(text.read, HEAD_SIZE), ""))
        return
    mark = data.read(3)
    held = b"" if mark == codecs.BOM_UTF8 else mark
    line = 1
    while held or mark:
        mark = data.read(HEAD_SIZE)
        piece, last = held + mark, not mark
        decoder = codecs.getincrementaldecoder("utf-8")()
        try:
            text = decoder.decode(piece, last)
        except UnicodeDecodeError as error:
            odd_lines.append(line + piece.count(b"\n", 0, error.start))
            decoder = codecs.getincrementaldecoder("utf-8")(errors=_AS_CP1252)
            text = decoder.decode(piece, last)
        line += text.count("\n")
        held = decoder.getstate()[0]
        if text:
            yield text


def check_encoding(name: str) -> str:
    """The codec's own name for an encoding that a user gave. Raises InputError for an unknown one."""
    try:
        found = codecs.lookup(name)
        "".encode(found.name)
        b"".decode(found.name, "replace")
    except (LookupError, UnicodeError) as error:
        raise InputError(
            f"unknown encoding {name!r}; give one such as utf-8, utf-16 or cp1252"
        ) from error
    return "utf-8-sig" if found.name == "utf-8" else found.name


def _strict(
    data: BinaryIO, encoding: str, pieces: Callable[[TextIO], Iterator[str]]
) -> Iterator[str]:
    with io.TextIOWrapper(io.BufferedReader(Joined(b"", data)), encoding=encoding) as text:
        first = True
        try:
            for piece in pieces(text):
                yield piece.removeprefix("\ufeff") if first else piece
                first = False
        except UnicodeError as error:
            at = f" near byte {error.start}" if isinstance(error, UnicodeDecodeError) else ""
            raise InputError(
                f"not {encoding.removesuffix('-sig')} text{at}; name its encoding with --input-encoding"
            ) from error


class Joined(io.RawIOBase):
    """A stream whose first bytes were already read, whole again; closing it leaves the stream open."""

    def __init__(self, head: bytes, rest: BinaryIO) -> None:
        self._head, self._rest = head, rest

    def readable(self) -> bool:
        """True."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Fills the buffer as far as one read does."""
        piece = self._head[: len(buffer)] or self._rest.read(len(buffer))
        self._head = self._head[len(buffer) :]
        buffer[: len(piece)] = piece
        return len(piece)


def _utf16_without_mark(head: bytes) -> str:
    # Latin letters in UTF-16 leave every other byte zero.
    half = len(head) // 2
    for name, zeros in (("utf-16-le", head[1::2].count(0)), ("utf-16-be", head[0::2].count(0))):
        text = head[: half * 2].decode(name, "replace")
        if zeros > 0.4 * half and all(c.isprintable() or c.isspace() for c in text):
            return name
    return ""


def _as_cp1252(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeDecodeError):
        raise error
    return error.object[error.start : error.end].decode("cp1252", "replace"), error.end


codecs.register_error(_AS_CP1252, _as_cp1252)
