"""Reading holds a record, not the file."""

import io
import json
import tracemalloc
from collections.abc import Callable, Iterator

import pytest
from reader_sample import ARXIV_ATOM, TEXT

from kg.readers import ReadLog, named_reader
from kg.readers.source import InputText

ENTRY = ARXIV_ATOM[ARXIV_ATOM.index("  <entry>") : ARXIV_ATOM.index("</feed>")]
LONG = TEXT * 60


def record(n: int) -> str:
    return json.dumps(
        {
            "id": f"{n:09}",
            "title": f"T{n}",
            "abstract": LONG,
            "update_date": "2020",
            "categories": "x",
        }
    )


FORMS: dict[str, Callable[[int], str]] = {
    "arxiv-json": lambda n: f"{record(n)}\n",
    "openalex": lambda n: (
        ('{"results": [' if n == 0 else ",") + record(n).replace('"abstract"', '"x"')
    ),
    "csv": lambda n: "title,abstract\n" if n == 0 else f'T{n},"{LONG}"\n',
    "arxiv-atom": lambda n: (
        ARXIV_ATOM.partition("  <entry>")[0] if n == 0 else ENTRY.replace(TEXT, LONG)
    ),
    "text": lambda n: f"{LONG} Number {n}.\n\n",
    "markdown": lambda n: f"# T{n}\n\n{LONG}\n\n",
}


class Endless(io.RawIOBase):
    """Records made as they are read."""

    def __init__(self, parts: Iterator[str]) -> None:
        self._parts = parts
        self._held = b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        while len(self._held) < len(buffer):
            part = next(self._parts, "")
            if not part:
                break
            self._held += part.encode()
        piece, self._held = self._held[: len(buffer)], self._held[len(buffer) :]
        buffer[: len(piece)] = piece
        return len(piece)


def peak(name: str, count: int) -> int:
    """The most bytes held while a text of `count` records is read."""
    stream = io.BufferedReader(Endless(map(FORMS[name], range(count))))
    tracemalloc.start()
    try:
        with InputText("x", "x", None, stream=stream) as text:
            read = sum(1 for _ in named_reader(name).read(text, ReadLog()))
        assert read >= count - 1
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("name", FORMS)
def test_memory_does_not_grow_with_the_file(name: str) -> None:
    peak(name, 10)  # what is loaded once
    assert peak(name, 800) < 1.3 * peak(name, 200)
