"""The registry of export kinds: one module of this package a kind, found by listing the package."""

import importlib
import pkgutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import BinaryIO, NamedTuple, Protocol

from kg.errors import InputError, remedy
from kg.export.folder import written_folder
from kg.export.graph import ExportGraph, GraphSource, read_graph
from kg.output.atomic import opened


class FileWriter(Protocol):
    """Writes the whole graph to a stream, as UTF-8."""

    def __call__(self, graph: ExportGraph, stream: BinaryIO) -> None: ...


class FolderWriter(Protocol):
    """Writes the whole graph as files of the kind's names into an empty folder."""

    def __call__(self, graph: ExportGraph, folder: Path) -> None: ...


class Kind(NamedTuple):
    """An export kind: one file with one of `suffixes`, or a folder that holds `files`."""

    name: str
    suffixes: tuple[str, ...]
    files: tuple[str, ...]
    write: Callable[[ExportGraph, Path], None]


_KINDS: dict[str, Kind] = {}


def file_kind(name: str, *suffixes: str) -> Callable[[FileWriter], FileWriter]:
    """Registers the decorated function as the writer of a kind of file. A name is taken once (ValueError)."""

    def register(writer: FileWriter) -> FileWriter:
        def write(graph: ExportGraph, path: Path) -> None:
            with opened(path) as stream:
                writer(graph, stream.buffer)

        _add(Kind(name, suffixes, (), write))
        return writer

    return register


def folder_kind(name: str, *files: str) -> Callable[[FolderWriter], FolderWriter]:
    """Registers the decorated function as the writer of a folder of `files`; a name is taken once."""

    def register(writer: FolderWriter) -> FolderWriter:
        def write(graph: ExportGraph, path: Path) -> None:
            with written_folder(path, files) as folder:
                writer(graph, folder)

        _add(Kind(name, (), files, write))
        return writer

    return register


def kinds() -> dict[str, Kind]:
    """All export kinds by name, sorted."""
    _load()
    return dict(sorted(_KINDS.items()))


def kind_of(path: Path, name: str | None) -> Kind:
    """The kind by its name, else by the path's suffix (`csv` without one). Raises InputError."""
    known = kinds()
    listed = ", ".join(f"{k} ({', '.join(known[k].suffixes) or 'a folder'})" for k in known)
    if name is not None:
        if name not in known:
            raise InputError(f"unknown export kind {name!r}; known: {listed}")
        return known[name]
    if str(path) == "-":
        raise InputError(f"name the kind for standard output with --to: {listed}")
    suffix = path.suffix.lower()
    if not suffix or path.is_dir():
        return known["csv"]
    for kind in known.values():
        if suffix in kind.suffixes:
            return kind
    raise InputError(
        f"{path}: no export kind has the suffix {suffix}; name one with --to: {listed}"
    )


def export(store: GraphSource, path: Path, kind: str | None = None) -> None:
    """Writes the graph of `store` to `path`, whole or not at all, byte for byte the same each time.

    The kind is named or told by the suffix. Raises InputError for an unknown kind and for a path that
    cannot be written, or that is a folder holding other files.
    """
    chosen = kind_of(path, kind)
    try:
        chosen.write(read_graph(store), path)
    except BrokenPipeError:
        raise  # the reader of standard output has seen enough
    except OSError as error:
        why = error.strerror or error
        raise InputError(f"{path}: cannot be written ({why}); {remedy(error)}") from error


def _add(kind: Kind) -> None:
    if kind.name in _KINDS:
        raise ValueError(f"two export kinds are named {kind.name!r}")
    _KINDS[kind.name] = kind


@cache
def _load() -> None:
    for module in pkgutil.iter_modules([str(Path(__file__).parent)]):
        importlib.import_module(f"kg.export.{module.name}")
