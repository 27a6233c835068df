"""A progress bar on stderr; nothing where stderr is no terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

Advance = Callable[[int, int], None]
"""Called with (papers done, papers in all)."""


@contextmanager
def progress(label: str) -> Iterator[Advance]:
    """A function to call with (done, total); the bar is drawn from its first call on."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    bar = click.progressbar(length=1, label=label, file=sys.stderr, show_pos=True)
    with bar:

        def advance(done: int, total: int) -> None:
            bar.length = max(total, 1)
            bar.update(done - bar.pos)

        yield advance
