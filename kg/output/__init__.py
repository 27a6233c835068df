"""Forms of an answer, one module each, found by listing this package."""

import pkgutil
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Any, TextIO

from kg.output.registry import REGISTRY, Format
from kg.records import PaperNode


@cache
def formats() -> Mapping[str, Format]:
    """Every format by name."""
    for module in pkgutil.iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")
    return dict(sorted(REGISTRY.items()))


def write_rows(
    rows: Iterable[Mapping[str, Any]],
    fmt: str,
    stream: TextIO,
    *,
    columns: Sequence[str] | None = None,
    width: int | None = None,
) -> None:
    """Write `rows` in the row format `fmt`; with `columns` given, as they come where the format allows.

    `columns` fixes keys and order, else they are the union of the rows' keys by first occurrence;
    `width` is the terminal's, in cells, None where nothing may be cut.
    """
    if not columns:
        rows = list(rows)
    names = list(columns or dict.fromkeys(key for row in rows for key in row))
    filled = ({name: row.get(name) for name in names} for row in rows)
    formats()[fmt].write(filled, names, stream, width)


def write_papers(papers: Iterable[PaperNode], fmt: str, stream: TextIO) -> None:
    """Write each paper once, in the given order, in the paper format `fmt` (`bibtex` or `ris`)."""
    formats()[fmt].write({paper.id: paper for paper in papers}.values(), [], stream, None)
