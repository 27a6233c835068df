"""Folders that appear whole or not at all."""

import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from kg.errors import InputError
from kg.output.atomic import beside


@contextmanager
def written_folder(path: Path, files: Sequence[str]) -> Iterator[Path]:
    """An empty folder beside `path` to write `files` into; at the end it takes the place of `path`.

    When the block raises, `path` stays as it was. Raises InputError if `path` is a file, or a folder that
    holds anything but `files`: nothing of a user's is ever replaced.
    """
    if str(path) == "-":
        raise InputError("a folder cannot go to standard output; name a folder to write")
    target = Path(os.path.realpath(path))
    if target.exists():
        _refuse_foreign(path, target, files)
    if not target.parent.is_dir():
        raise InputError(f"{path}: the folder {target.parent} does not exist; create it first")
    new, old = beside(target, "new"), beside(target, "old")
    new.mkdir()
    try:
        yield new
        if target.exists():
            target.rename(old)
            try:
                new.rename(target)
            except BaseException:
                old.rename(target)
                raise
            shutil.rmtree(old)
        else:
            new.rename(target)
    finally:
        shutil.rmtree(new, ignore_errors=True)


def _refuse_foreign(path: Path, target: Path, files: Sequence[str]) -> None:
    if not target.is_dir():
        raise InputError(f"{path}: is a file, and this export writes a folder; name another path")
    foreign = sorted(p.name for p in target.iterdir() if p.name not in files)
    if foreign:
        raise InputError(
            f"{path}: the folder holds other files ({', '.join(foreign[:3])}); name a new folder"
        )
