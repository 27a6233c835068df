"""The session in the README, played anew. `python -m tests.readme_session` writes what the commands print into
it; do so when a new model or a change of the answers makes `tests/test_docs.py` say that the README is behind.
"""

import io
import os
import re
import shlex
import shutil
from collections.abc import Iterable
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from kg.cli import cli

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
# The terminal's width, to which tables are fitted.
_COLUMNS = "100"
_SESSION = re.compile(r"(?<=^```console\n).+?(?=^```$)", re.MULTILINE | re.DOTALL)


class _Screen(io.StringIO):
    """What a terminal shows: standard output, and by `_Notes` standard error, in the order written."""

    def isatty(self) -> bool:
        return True


class _Notes(io.StringIO):
    def __init__(self, screen: _Screen) -> None:
        super().__init__()
        self._screen = screen

    def write(self, text: str) -> int:
        return self._screen.write(text)


def shown(readme: str) -> str:
    """The session that a README shows."""
    (found,) = _SESSION.findall(readme)
    return str(found)


def commands(session: str) -> list[str]:
    """The arguments of each `kg` in it."""
    return re.findall(r"^\$ kg (.+)$", session, flags=re.MULTILINE)


def played(lines: Iterable[str], folder: Path) -> str:
    """The session of these commands, one after the other in `folder`, which gets the seeds."""
    shutil.copytree(ROOT / "seeds", folder / "seeds")
    return "\n".join(f"$ kg {line}\n{_printed(line, folder)}" for line in lines)


def _printed(line: str, folder: Path) -> str:
    screen = _Screen()
    with (
        chdir(folder),
        patch.dict(os.environ, {"COLUMNS": _COLUMNS}),
        redirect_stdout(screen),
        redirect_stderr(_Notes(screen)),
    ):
        os.environ.pop("KG_GRAPH", None)
        code = cli.main(shlex.split(line), prog_name="kg", standalone_mode=False)
    if code:
        raise RuntimeError(f"kg {line}: {screen.getvalue()}")
    return screen.getvalue()


def main() -> None:
    """Brings README.md up to date."""
    text = README.read_text(encoding="utf-8")
    with TemporaryDirectory() as folder:
        session = played(commands(shown(text)), Path(folder))
    README.write_text(_SESSION.sub(lambda _: session, text), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
