"""Files that appear whole or not at all."""

import os
import re
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TextIO

from kg.errors import InputError

#: How a SQLite file begins, and so every graph.
_DATABASE: Final = b"SQLite format 3\0"
#: What a file of decisions holds, and no answer.
_DECISION: Final = re.compile(rb"^\[\[decision\]\]\s*$", re.MULTILINE)


@contextmanager
def opened(path: Path | None, *, decisions: bool = False) -> Iterator[TextIO]:
    """A UTF-8 text stream: stdout for None or `-`, else a temporary file that replaces `path` at the end.

    When the block raises, `path` stays as it was. A device or a pipe is written to directly.
    Raises InputError where the folder is missing, `path` is one, or it is a database: no answer replaces a
    graph; nor one the decisions of curation, unless `decisions` are written. An OSError of the writing names `path`.
    """
    if path is None or str(path) == "-":
        yield sys.stdout
        return
    target = Path(os.path.realpath(path))  # a symbolic link stays one
    if target.is_dir():
        raise InputError(f"{path} is a folder; name a file to write to")
    if not target.parent.is_dir():
        raise InputError(f"{path}: the folder {target.parent} does not exist; create it first")
    temporary = beside(target, "tmp")
    with _naming(path, temporary):
        if target.exists() and not target.is_file():
            with target.open("w", encoding="utf-8", newline="") as stream:
                yield stream
            return
        head = _head(target) if target.exists() else b""
        if head.startswith(_DATABASE):
            raise InputError(f"{path} is a graph or another database; name another file")
        if not decisions and _DECISION.search(head):
            raise InputError(f"{path} holds decisions of kg curate; name another file")
        try:
            with temporary.open(
                "w", encoding="utf-8", errors="backslashreplace", newline=""
            ) as stream:
                yield stream
            if target.exists():
                shutil.copymode(target, temporary)
            temporary.replace(target)
        except BaseException:
            temporary.unlink(missing_ok=True)
            raise


def beside(target: Path, kind: str) -> Path:
    """A hidden name of this process in the folder of `target`, short enough for any file system."""
    return target.with_name(f".{target.name[:40]}.{os.getpid()}.{kind}")


def _head(target: Path) -> bytes:
    with target.open("rb") as stream:
        return stream.read(1 << 16)


@contextmanager
def _naming(path: Path, temporary: Path) -> Iterator[None]:
    """Lets an OSError that names no file, or the temporary one, name the one that the user gave."""
    try:
        yield
    except OSError as error:
        if error.filename in (None, str(temporary)):
            error.filename, error.filename2 = str(path), None
        raise
