"""Files that appear whole or not at all."""

import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from kg.errors import InputError


@contextmanager
def opened(path: Path | None) -> Iterator[TextIO]:
    """A UTF-8 text stream: stdout for None or `-`, else a temporary file that replaces `path` at the end.

    When the block raises, `path` stays as it was. A device or a pipe is written to directly.
    Raises InputError where the folder is missing or `path` is one.
    """
    if path is None or str(path) == "-":
        yield sys.stdout
        return
    target = Path(os.path.realpath(path))  # a symbolic link stays one
    if target.is_dir():
        raise InputError(f"{path} is a folder; name a file to write to")
    if not target.parent.is_dir():
        raise InputError(f"{path}: the folder {target.parent} does not exist; create it first")
    if target.exists() and not target.is_file():
        with target.open("w", encoding="utf-8", newline="") as stream:
            yield stream
        return
    temporary = target.with_name(f".{target.name[:200]}.{os.getpid()}.tmp")
    try:
        with temporary.open("w", encoding="utf-8", errors="backslashreplace", newline="") as stream:
            yield stream
        if target.exists():
            shutil.copymode(target, temporary)
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
