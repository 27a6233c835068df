"""`kg load`: the graph into Neo4j."""

from dataclasses import asdict
from pathlib import Path

import click

from kg.cli.neo4j_options import neo4j_options
from kg.cli.options import emit, graph_option, note, output_options
from kg.cli.progress import progress


@click.command()
@click.option("--dry-run", is_flag=True, help="Say what would change, and change nothing.")
@neo4j_options
@graph_option
@output_options
def command(
    dry_run: bool,
    uri: str | None,
    user: str | None,
    database: str | None,
    graph: Path,
    fmt: str | None,
    output: Path | None,
) -> None:
    """Bring a Neo4j database to exactly this graph.

    Prints what was created, updated and removed. Loading again changes nothing; nodes of others are left alone.
    """
    from kg.neo4j.connect import address, connected
    from kg.neo4j.load import load
    from kg.store import open_store

    with (
        open_store(graph) as store,
        connected(address(uri, user, database)) as neo4j,
        progress() as advance,
    ):
        reports = load(store, neo4j, dry_run=dry_run, advance=advance)
    emit(map(asdict, reports), fmt, output)
    changes = sum(r.created + r.updated + r.removed for r in reports)
    done = "would change" if dry_run else "changed"
    note(f"{neo4j.where}: {changes} nodes and relationships {done}" if changes else
         f"{neo4j.where}: nothing to change")  # fmt: skip
