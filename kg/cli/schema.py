"""`kg schema`: what can be asked for in Cypher."""

from pathlib import Path

import click

from kg.cli.options import emit, graph_option, output_options


@click.command()
@graph_option
@output_options
def command(graph: Path, fmt: str | None, output: Path | None) -> None:
    """Show labels, relationship types, properties and five example queries for `kg cypher`.

    With a graph file at hand, also how many nodes and relationships of each kind it has.
    """
    from kg.cypher.schema import rows
    from kg.store import open_store

    counts: dict[str, int] = {}
    if graph.exists():
        with open_store(graph) as store:
            info = store.info()
        counts = {"Paper": info["papers"], **info["entities_by_type"], **info["edges_by_type"]}
    emit(rows(counts), fmt, output)
