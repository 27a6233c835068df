"""`kg export`: the graph in formats of other programs."""

from pathlib import Path

import click

from kg.cli.options import emit, graph_option, note, path_format_option


class _Kind(click.ParamType[str]):
    """A kind of export by name; the names are looked up only when they are asked for."""

    name = "kind"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from kg.export import kinds

        if value not in kinds():
            self.fail(f"{value!r} is none of {', '.join(kinds())}", param, ctx)
        return value


@click.command()
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    required=True,
    metavar="PATH",
    help="The file to write, or for the csv kinds the folder.",
)
@click.option(
    "--to",
    "kind",
    type=_Kind(),
    metavar="KIND",
    help="graphml, node-link, jsonl, csv or neo4j-csv; by default by PATH's suffix.",
)
@graph_option
@path_format_option
def command(output: Path, kind: str | None, graph: Path, fmt: str | None) -> None:
    """Export the whole graph, byte for byte the same each time.

    graphml opens in Gephi, Cytoscape and yEd; node-link is NetworkX's JSON; jsonl holds a node or an edge a
    line; csv is a folder of tables; neo4j-csv a folder for neo4j-admin database import full.
    """
    from kg.export import export
    from kg.store import open_store

    with open_store(graph) as store:
        export(store, output, kind)
    if str(output) != "-":
        note(f"wrote {output}")
        if fmt:
            emit([{"path": str(output)}], fmt)
