"""A progress bar on stderr; nothing where stderr is no terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

_WIDTH = 30  # characters of a full bar

Advance = Callable[[str, int, int | None], None]
"""Called with a stage, how much of it is done, and of how much, if that is known."""


@contextmanager
def progress() -> Iterator[Advance]:
    """A function to call as work goes on; the line that it draws is gone when the block ends."""
    if not sys.stderr.isatty():
        yield lambda stage, done, total: None
        return

    def advance(stage: str, done: int, total: int | None) -> None:
        sys.stderr.write(f"\r\x1b[K{line(stage, done, total)}")
        sys.stderr.flush()

    try:
        yield advance
    finally:
        sys.stderr.write("\r\x1b[K")
        sys.stderr.flush()


def line(stage: str, done: int, total: int | None) -> str:
    """`extracting  [#####.....]  50/100`; without a total, the count alone."""
    if not total:
        return f"{stage}  {done or ''}".rstrip()
    full = _WIDTH * min(done, total) // total
    return f"{stage}  [{'#' * full}{'.' * (_WIDTH - full)}]  {done}/{total}"
