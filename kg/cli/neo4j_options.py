"""Options that say which Neo4j is meant. There is none for the password: a command line is no secret."""

from collections.abc import Callable
from typing import Any, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])


def neo4j_options(function: F) -> F:
    """Adds `--uri`, `--user` and `--database`; the command gets `uri`, `user`, `database`: str | None."""
    function = click.option(
        "--database",
        envvar="NEO4J_DATABASE",
        show_envvar=True,
        metavar="NAME",
        help="Its database; by default the user's home database.",
    )(function)
    function = click.option(
        "--user",
        envvar="NEO4J_USERNAME",
        show_envvar=True,
        metavar="NAME",
        help="neo4j by default.",
    )(function)
    return click.option(
        "--uri",
        envvar="NEO4J_URI",
        show_envvar=True,
        metavar="URI",
        help="Where Neo4j is, neo4j://localhost:7687 by default; the password is in NEO4J_PASSWORD.",
    )(function)
