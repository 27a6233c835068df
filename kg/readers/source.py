"""One input opened: its text, told apart from binary data, in the right encoding."""

import io
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from kg.errors import InputError
from kg.readers.decode import (
    HEAD_SIZE,
    Joined,
    decode_head,
    decoded_lines,
    guess_encoding,
    packed_kind,
)

STDIN = "-"


class InputText:
    """A file or standard input (`path` "-") as text; a context manager.

    `name` is how notes name it, `head` its first 64 KiB decoded. `lines` or `text` or `data` may be had
    once. `odd_lines` are the numbers of lines that were no UTF-8 and were read as cp1252.
    Raises InputError for what cannot be opened, is empty or is no text.
    """

    def __init__(self, path: str, name: str, encoding: str | None) -> None:
        self.name = name
        self.odd_lines: list[int] = []
        self._file = _open(path, name)
        try:
            head = self._file.read(HEAD_SIZE)
            self.encoding = encoding or _encoding_of(head, name)
            self.head = decode_head(head, self.encoding)
            if not self.head.strip():
                raise InputError(f"{name}: is empty; give a file that holds papers")
        except OSError as error:
            self.close()
            raise InputError(f"{name}: cannot be read ({error.strerror})") from error
        except InputError:
            self.close()
            raise
        self._data = io.BufferedReader(Joined(head, self._file))

    def lines(self) -> Iterator[str]:
        """The lines, with "\\n" line ends. Raises InputError where a named encoding does not fit."""
        try:
            yield from decoded_lines(self._data, self.encoding, self.odd_lines)
        except InputError as error:
            raise InputError(f"{self.name}: {error}") from error
        except OSError as error:
            raise InputError(f"{self.name}: cannot be read ({error.strerror})") from error

    def text(self) -> str:
        """The whole text."""
        return "".join(self.lines())

    def data(self) -> BinaryIO:
        """The bytes, for formats that name their encoding themselves."""
        return self._data

    def close(self) -> None:
        """Closes the file; standard input stays open."""
        if self._file is not sys.stdin.buffer:
            with suppress(OSError):
                self._file.close()

    def __enter__(self) -> "InputText":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _open(path: str, name: str) -> BinaryIO:
    if path == STDIN:
        return sys.stdin.buffer
    try:
        return Path(path).open("rb")
    except OSError as error:
        raise InputError(f"{name}: cannot be read ({error.strerror})") from error


def _encoding_of(head: bytes, name: str) -> str:
    packed = packed_kind(head)
    if packed:
        raise InputError(f"{name}: is {packed}, not text; unpack or export it as text first")
    encoding = guess_encoding(head)
    if not encoding:
        raise InputError(
            f"{name}: is binary, not text; if it is text, name its encoding with --input-encoding"
        )
    return encoding
