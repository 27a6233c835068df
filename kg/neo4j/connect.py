"""The connection to Neo4j: where it is, one attempt, and every fault as one line with its remedy."""

import logging
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlsplit

from kg import __version__
from kg.errors import MissingPartError, QueryError, ServerError

try:
    import neo4j
    from neo4j import exceptions
except ImportError as error:  # an optional part
    raise MissingPartError(
        "Neo4j needs a package that is not installed; pip install 'paper-kg[neo4j]'"
    ) from error

DEFAULT_URI: Final = "neo4j://localhost:7687"

_SCHEMES: Final = frozenset(
    scheme + secure for scheme in ("neo4j", "bolt") for secure in ("", "+s", "+ssc")
)
_FORM: Final = "NEO4J_URI looks like neo4j://HOST:7687, or neo4j+s://HOST with encryption"

#: Codes of what the query itself got wrong.
_MISTAKES: Final = ("Neo.ClientError.Statement", "Neo.ClientError.Procedure")

#: Seconds: to open a connection, and to go on trying a transaction that a deadlock or a restart ended.
_CONNECT: Final = 5.0
_RETRY: Final = 15.0

# What the driver would log is told in the errors; its warnings of retries are no news to a user.
logging.getLogger("neo4j").addHandler(logging.NullHandler())


@dataclass(frozen=True, slots=True)
class Address:
    """Which database of which server, as which user. `database` "" is the user's home database."""

    uri: str = DEFAULT_URI
    user: str = "neo4j"
    password: str = field(default="", repr=False)
    database: str = ""

    def __str__(self) -> str:
        try:
            parts = urlsplit(self.uri)
            host = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
        except ValueError:
            host = "NEO4J_URI"
        return f"{host}, database {self.database}" if self.database else host


def address(
    uri: str | None = None,
    user: str | None = None,
    database: str | None = None,
    *,
    environment: Mapping[str, str] = os.environ,
) -> Address:
    """What is given, else NEO4J_URI, NEO4J_USERNAME and NEO4J_DATABASE; the password from NEO4J_PASSWORD."""
    return Address(
        uri or environment.get("NEO4J_URI") or DEFAULT_URI,
        user or environment.get("NEO4J_USERNAME") or "neo4j",
        environment.get("NEO4J_PASSWORD", ""),
        database or environment.get("NEO4J_DATABASE") or "",
    )


class Database:
    """One database of a server that answers. Every method may raise ServerError, or QueryError for Cypher
    that the server doesn't take."""

    def __init__(self, driver: neo4j.Driver, where: Address) -> None:
        self.where = where
        self._driver = driver

    def read(self, query: str, **parameters: Any) -> list[neo4j.Record]:
        """The records of a query that may only read."""
        return self._run(query, parameters, neo4j.RoutingControl.READ).records

    def write(self, query: str, **parameters: Any) -> neo4j.EagerResult:
        """Runs a query in a transaction of its own, again if a deadlock ends it."""
        return self._run(query, parameters, neo4j.RoutingControl.WRITE)

    def run(self, query: str, parameters: Mapping[str, Any], *, write: bool) -> neo4j.EagerResult:
        """Runs what a user wrote, once; without `write` the server refuses to change anything."""
        mode = neo4j.WRITE_ACCESS if write else neo4j.READ_ACCESS
        database = self.where.database or None
        with (
            translated(self.where),
            self._driver.session(database=database, default_access_mode=mode) as session,
            _packed(),
        ):
            return session.run(_literal(query), dict(parameters)).to_eager_result()

    def _run(
        self, query: str, parameters: Mapping[str, Any], routing: neo4j.RoutingControl
    ) -> neo4j.EagerResult:
        with translated(self.where), _packed():
            return self._driver.execute_query(
                _literal(query),
                dict(parameters),
                routing_=routing,
                database_=self.where.database or None,
            )


def _literal(query: str) -> Any:
    """The driver asks for literals, so that no value is written into a query: ours stand in parameters."""
    return query


@contextmanager
def _packed() -> Iterator[None]:
    """Turns what the driver says of values that it cannot send into an error of the query."""
    try:
        yield
    except (UnicodeEncodeError, OverflowError) as error:
        raise QueryError(
            f"{_short(error)}; Neo4j takes text in UTF-8 and whole numbers of 64 bits"
        ) from error


@contextmanager
def connected(where: Address) -> Iterator[Database]:
    """The database at `where`, once one attempt has shown that it answers. Raises ServerError."""
    scheme, _, rest = where.uri.partition("://")
    if scheme not in _SCHEMES:
        raise ServerError(f"{where}: {_FORM}")
    # The driver would refuse it, and show it.
    if "@" in rest:
        raise ServerError(
            f"{where}: no user or password belongs in the address; set NEO4J_USERNAME and NEO4J_PASSWORD"
        )
    with translated(where):
        driver = neo4j.GraphDatabase.driver(
            where.uri,
            auth=(where.user, where.password) if where.password else None,
            user_agent=f"paper-kg/{__version__}",
            connection_timeout=_CONNECT,
            connection_acquisition_timeout=2 * _CONNECT,
            max_transaction_retry_time=_RETRY,
            notifications_min_severity="OFF",
        )
    with driver:
        with translated(where), driver.session(database=where.database or None) as session:
            session.run(
                "RETURN 1"
            ).consume()  # outside of managed transactions nothing is tried twice
        yield Database(driver, where)


@contextmanager
def translated(where: Address) -> Iterator[None]:
    """Turns an error of the driver into one line about `where`; none of them holds the password."""
    try:
        yield
    except exceptions.DriverError as error:
        raise ServerError(f"{where}: {_driver_trouble(error)}") from error
    except exceptions.Neo4jError as error:
        raise _server_trouble(where, error) from error
    except (ValueError, OSError) as error:  # an address that is none, a name that no one knows
        raise ServerError(f"{where}: {_short(error)}; check NEO4J_URI") from error


def _driver_trouble(error: exceptions.DriverError) -> str:
    if isinstance(error, exceptions.ConfigurationError):
        return f"{_short(error)}; {_FORM}"
    if isinstance(error, exceptions.ServiceUnavailable | exceptions.SessionExpired):
        text = str(error).lower()
        if "dns resolve" in text:
            return "no server has this name; check NEO4J_URI"
        return (
            "no Neo4j answers there; start it (docker compose up -d --wait) or set NEO4J_URI"
            " (bolt:// where a single server stands behind a proxy); the graph file works without"
        )
    return f"{_short(error)}; check NEO4J_URI, and that the server runs"


def _server_trouble(where: Address, error: exceptions.Neo4jError) -> ServerError | QueryError:
    code = error.code or ""
    if code.startswith("Neo.ClientError.Security"):
        if "RateLimit" in code:
            return ServerError(f"{where}: too many wrong passwords; wait a while")
        if "Forbidden" in code:
            return ServerError(f"{where}: {_short(error.message)}; ask for the right to do this")
        return ServerError(
            f"{where}: the server refuses the user {where.user}; set NEO4J_USERNAME and NEO4J_PASSWORD"
        )
    if "DatabaseNotFound" in code or "database does not exist" in str(error.message).lower():
        return ServerError(
            f"{where}: there is no such database; set NEO4J_DATABASE to one of SHOW DATABASES"
        )
    if "ReadOnly" in code or "WriteOnReadOnlyAccessDatabase" in code:
        return ServerError(
            f"{where}: the database is read-only; choose another or make it writable"
        )
    if "AccessMode" in code or "access mode" in str(error.message).lower():
        return QueryError(f"{_short(error.message)}; --write lets a query change the database")
    if code.startswith(_MISTAKES):
        return QueryError(_mistake(str(error.message)))
    hint = "" if code.startswith("Neo.ClientError") else "; see the server's log"
    return ServerError(f"{where}: {_short(error.message)} ({code}){hint}")


def _mistake(message: str) -> str:
    """The server's message, its quotation and its caret's place on one line."""
    first, *rest = message.splitlines()
    quoted = f" {' '.join(rest[0].split())}" if rest else ""
    return f"{first.strip()}{quoted}"


def _short(error: object) -> str:
    lines = str(error).strip().splitlines()
    return lines[0].rstrip(".") if lines else type(error).__name__
