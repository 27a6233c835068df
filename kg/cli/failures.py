"""What a failure says to the user: one line with a remedy, and an exit code."""

import os
import re
import sys
import traceback
from typing import NoReturn

from kg.errors import KgError, remedy

INTERRUPTED = 130  # 128 + SIGINT, as shells count
CLOSED_PIPE = 141  # 128 + SIGPIPE

TERMINATED = 143  # 128 + SIGTERM

_CONTROL = re.compile(r"\s*[\x00-\x1f\x7f-\x9f\u2028\u2029]+\s*")


class Terminated(KeyboardInterrupt):
    """The process is asked to end (SIGTERM), as by `kill` or a machine that shuts down."""


def end_in_order(*_: object) -> NoReturn:
    """A handler of SIGTERM: unwinds as Ctrl-C does, so that workers end and nothing is left behind."""
    raise Terminated


def without_control(text: str) -> str:
    """`text` on one line, without control characters, which a terminal would act on."""
    return _CONTROL.sub(" ", text)


def explain(error: BaseException) -> tuple[str, int]:
    """The line for `error` ('' for none) and the exit code."""
    match error:
        case Terminated():
            return "asked to end; run the same command again to go on", TERMINATED
        case KeyboardInterrupt():
            return "interrupted; run the same command again to go on", INTERRUPTED
        case BrokenPipeError():
            return "", CLOSED_PIPE
        case KgError():
            return str(error) or type(error).__name__, 1
        case OSError():
            return _explain_os_error(error), 1
        case MemoryError():
            return "out of memory; use fewer workers (--workers 1) or a smaller input", 1
        case _:
            return (
                f"unexpected {type(error).__name__}: {error}; "
                "please report it with what KG_DEBUG=1 shows for the same command"
            ), 1


def report(error: BaseException) -> int:
    """Write the line for `error` to stderr (with KG_DEBUG set, the traceback too); return the exit code."""
    line, code = explain(error)
    if os.environ.get("KG_DEBUG") and line:
        traceback.print_exception(error)
    if line:
        print(f"kg: error: {without_control(line).strip()}", file=sys.stderr)
    if isinstance(error, OSError):
        silence_stdout()
    return code


def silence_stdout() -> None:
    """Point stdout at the null device, so that the interpreter's last flush cannot fail again."""
    try:
        stdout = sys.stdout.fileno()
    except (OSError, ValueError, AttributeError):
        return  # not a real stream, or closed
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, stdout)
    os.close(null)


def _explain_os_error(error: OSError) -> str:
    what = error.strerror or str(error) or type(error).__name__
    where = f"{os.fsdecode(error.filename)}: " if isinstance(error.filename, str | bytes) else ""
    return f"{where}{what}; {remedy(error)}"
