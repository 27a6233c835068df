"""Every error that the tool raises on purpose: one line that says what, where and what to do."""


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
