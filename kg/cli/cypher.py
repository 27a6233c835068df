"""`kg cypher`: a query in Cypher, on the graph file or on Neo4j."""

import json
import sys
from pathlib import Path
from typing import Any

import click

from kg.cli.neo4j_options import neo4j_options
from kg.cli.options import chosen_format, emit, graph_option, note, output_options
from kg.errors import QueryError

_NO_TEXT = "the query is no UTF-8 text; write it to a file in UTF-8, and give - < FILE"


class Assignment(click.ParamType[tuple[str, Any]]):
    """`name=value`; the value is JSON where it reads as such, else text."""

    name = "name=value"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, Any]:
        if isinstance(value, tuple):
            return value
        name, equals, given = str(value).partition("=")
        if not equals or not name.strip():
            self.fail(f"{value!r} is no name=value", param, ctx)
        name = name.strip().removeprefix("$")
        try:
            read = json.loads(given)
        except RecursionError:
            self.fail(f"the value of {name} is nested too deeply", param, ctx)
        except ValueError:
            read = given
        if not _is_utf8(json.dumps(read, ensure_ascii=False)):
            self.fail(f"the value of {name} is no UTF-8 text", param, ctx)
        return name, read


def _is_utf8(text: str) -> bool:
    """Whether `text` can be sent: a command line may hold lone surrogates."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _from_standard_input() -> str:
    """The query there, in UTF-8 whatever the locale, with or without a byte order mark."""
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise QueryError(_NO_TEXT) from error


@click.command()
@click.argument("query")
@click.option(
    "--param",
    "params",
    type=Assignment(),
    multiple=True,
    help="A value for $name in the query: JSON where it reads as such, else text.",
)
@click.option("--neo4j", "server", is_flag=True, help="Ask Neo4j instead of the graph file.")
@click.option("--write", is_flag=True, help="With --neo4j, let the query change the database.")
@neo4j_options
@graph_option
@output_options
def command(
    query: str,
    params: tuple[tuple[str, Any], ...],
    server: bool,
    write: bool,
    uri: str | None,
    user: str | None,
    database: str | None,
    graph: Path,
    fmt: str | None,
    output: Path | None,
) -> None:
    """Ask in Cypher; `kg schema` says what there is to ask for. A query of `-` is read from standard input."""
    if write and not server:
        raise click.UsageError(
            "--write needs --neo4j: the graph file is changed by kg build, kg remove and kg curate"
        )
    from kg.cypher.values import plain

    query = _from_standard_input() if query == "-" else query
    if not query.strip():
        raise QueryError("the query is empty; kg schema shows queries to start from")
    if not _is_utf8(query):
        raise QueryError(_NO_TEXT)
    if server:
        from kg.neo4j.connect import address, connected
        from kg.neo4j.cypher import run as ask_neo4j

        with connected(address(uri, user, database)) as opened:
            result = ask_neo4j(opened, query, dict(params), write=write)
    else:
        from kg.cypher.embedded import run as ask_graph
        from kg.store import open_store

        with open_store(graph) as store:
            result = ask_graph(store, query, dict(params))
    nested = chosen_format(fmt, output) in ("json", "jsonl")
    rows = ({k: plain(v, nested=nested) for k, v in row.items()} for row in result.rows)
    emit(rows, fmt, output, columns=result.columns)
    for line in result.notes:
        note(line)
