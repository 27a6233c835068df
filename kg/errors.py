"""Every error that the tool raises on purpose: one line that says what, where and what to do."""

import errno
from typing import Final

_REMEDIES: Final = {
    errno.ENOSPC: "free some space or write to another disk",
    errno.EDQUOT: "free some space or write to another disk",
    errno.EACCES: "check its permissions or choose another place",
    errno.EPERM: "check its permissions or choose another place",
    errno.EROFS: "choose a place that can be written to",
    errno.ENOENT: "check the path",
    errno.ENOTDIR: "check the path",
    errno.EISDIR: "name a file, not a folder",
    errno.EEXIST: "choose another name",
    errno.ENAMETOOLONG: "choose a shorter name",
    errno.EMFILE: "raise the limit on open files (ulimit -n)",
}


class KgError(Exception):
    """Root of all errors meant for users; the command line prints it as one line and exits 1."""


class InputError(KgError):
    """An input path is missing, unreadable, empty, of an unknown format or holds no paper."""


class UnreadableError(InputError):
    """An input is there but cannot be read, or not to its end: permissions, the disk, a broken archive."""


class RecordError(KgError):
    """A record breaks the contract of its format (wrong type, missing field, invalid JSON)."""


class StoreError(KgError):
    """A graph file is missing, damaged, of another schema version, locked or cannot be written."""


class NotFoundError(KgError):
    """A name or paper fits nothing in the graph; carries up to five near names in its text."""


class QueryError(KgError):
    """A question was asked with parameters that it cannot take."""


class MissingPartError(KgError):
    """An optional part (a package, a service) is needed and absent; says how to get it."""


class ExtractionError(KgError):
    """Reading abstracts failed for a reason outside them, such as a worker process that died."""


class ServerError(KgError):
    """Neo4j cannot be reached, refuses the user or a write, or failed while it answered."""


class CurationError(KgError):
    """A decision about names cannot be read, made or undone."""


def remedy(error: OSError) -> str:
    """What to do where the system refused a file."""
    return _REMEDIES.get(error.errno or 0, "check the path and try again")
