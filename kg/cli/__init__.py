"""The command line. Each module of this package that holds a `command` is one command of `kg`.

Such a module imports only click, the standard library and light rooms at its top, and the rest inside its
callback, so that help costs no heavy import.
"""

import os
import pkgutil
import signal
import sys
from importlib import import_module
from typing import Any

import click

from kg import __version__
from kg.cli.failures import end_in_order, report

_SETTINGS = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class CommandGroup(click.Group):
    """Finds commands by listing this package; turns every failure into one line and an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        names = [m.name.replace("_", "-") for m in pkgutil.iter_modules(__path__)]
        return sorted(name for name in names if self.get_command(ctx, name) is not None)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        module = name.replace("-", "_")
        if module not in {m.name for m in pkgutil.iter_modules(__path__)}:
            return None
        command = getattr(import_module(f"{__name__}.{module}"), "command", None)
        return command if isinstance(command, click.Command) else None

    def invoke(self, ctx: click.Context) -> Any:
        try:
            result = super().invoke(ctx)
            sys.stdout.flush()  # here, so that a full disk or a closed pipe is still reported
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except (Exception, KeyboardInterrupt) as error:
            raise click.exceptions.Exit(report(error)) from error
        return result


@click.group(cls=CommandGroup, context_settings=_SETTINGS)
@click.version_option(__version__, prog_name="kg", message="%(prog)s %(version)s")
def cli() -> None:
    """Turn paper abstracts into a knowledge graph of tasks, methods and datasets.

    Start with `kg build FOLDER`, then ask with `kg query` and look with `kg viz`.
    """


def main() -> None:
    """Entry point of the `kg` command."""
    if sys.getfilesystemencoding() == "ascii" and not sys.flags.utf8_mode:
        # A plain C locale: arguments, paths and output are UTF-8 only if Python is told so at its start.
        sys.stdout.flush()
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])
    _replace_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            encoding = stream.encoding if stream.isatty() else "utf-8"
            stream.reconfigure(encoding=encoding, errors="backslashreplace")
    signal.signal(signal.SIGTERM, end_in_order)
    cli.main(prog_name="kg")


def _replace_closed_streams() -> None:
    """Give the null device to standard streams that the caller closed (`>&-`), in the order of their numbers,
    so that no file opened later is taken for one of them."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
