"""One input opened: its text, told apart from binary data, in the right encoding."""

import io
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import BinaryIO

from kg.errors import InputError, UnreadableError
from kg.readers.decode import (
    HEAD_SIZE,
    Joined,
    decode_head,
    decoded_chunks,
    decoded_lines,
    guess_encoding,
    packed_kind,
)

STDIN = "-"


class InputText:
    """A file, standard input (`path` "-") or an open `stream` as text; a context manager.

    `name` is how notes name it, `head` its first 64 KiB decoded. `lines`, `chunks`, `text` or `data` may be
    had once. `odd_lines` are the numbers of lines that were no UTF-8 and were read as cp1252. `columns` maps
    a paper's field to the column or key that the user says holds it; `one_paper` says that a text file is
    one abstract rather than a list of them; `named_encoding` is the user's, None where judged by content.
    Raises InputError for what cannot be opened, is empty or is no text.
    """

    def __init__(
        self,
        path: str,
        name: str,
        encoding: str | None,
        *,
        stream: BinaryIO | None = None,
        columns: Mapping[str, str] = MappingProxyType({}),
        one_paper: bool = False,
    ) -> None:
        self.name = name
        self.columns = columns
        self.one_paper = one_paper
        self.odd_lines: list[int] = []
        self.named_encoding = encoding
        self._file = stream or open_bytes(path, name)
        try:
            head = self._file.read(HEAD_SIZE)
            self.encoding = encoding or _encoding_of(head, name)
            self.head = decode_head(head, self.encoding)
            if not self.head.strip():
                raise InputError(f"{name}: is empty; give a file that holds papers")
        except OSError as error:
            self.close()
            raise UnreadableError(f"{name}: cannot be read ({error.strerror})") from error
        except UnicodeError as error:
            self.close()
            raise InputError(
                f"{name}: not {self.encoding} text ({error}); name its encoding with --input-encoding"
            ) from error
        except InputError:
            self.close()
            raise
        self._data = io.BufferedReader(Joined(head, self._file))

    def lines(self) -> Iterator[str]:
        """The lines, with "\\n" line ends. Raises InputError where a named encoding does not fit."""
        yield from self._told(decoded_lines(self._data, self.encoding, self.odd_lines))

    def chunks(self) -> Iterator[str]:
        """The text in pieces of bounded size, whatever its lines; raises as `lines` does."""
        yield from self._told(decoded_chunks(self._data, self.encoding, self.odd_lines))

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

    def _told(self, pieces: Iterator[str]) -> Iterator[str]:
        try:
            yield from pieces
        except InputError as error:
            told = str(error).removeprefix(f"{self.name}: ")
            raise type(error)(f"{self.name}: {told}") from error
        except OSError as error:
            raise UnreadableError(f"{self.name}: cannot be read ({error.strerror})") from error


def open_bytes(path: str, name: str) -> BinaryIO:
    """The bytes of a file, or of standard input for "-". Raises InputError."""
    if path == STDIN:
        return sys.stdin.buffer
    try:
        return Path(path).open("rb")
    except OSError as error:
        raise UnreadableError(
            f"{name}: cannot be read ({error.strerror}); check the path"
        ) from error


def _encoding_of(head: bytes, name: str) -> str:
    packed = packed_kind(head)
    if packed:
        raise InputError(f"{name}: is {packed}, not text; unpack or export it as text first")
    encoding = guess_encoding(head)
    if not encoding:
        raise UnreadableError(
            f"{name}: is binary, not text; if it is text, name its encoding with --input-encoding"
        )
    return encoding
