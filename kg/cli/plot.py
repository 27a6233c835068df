"""`kg plot`: static pictures for a report."""

from pathlib import Path

import click

from kg.cli.options import emit, graph_option, min_confidence_option, note, path_format_option

_KINDS = ("methods", "datasets", "topics")


@click.command("plot")
@click.argument("kind", type=click.Choice(_KINDS))
@graph_option
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    required=True,
    metavar="FILE",
    help="The picture to write: FILE.png or FILE.svg.",
)
@click.option(
    "--limit",
    type=click.IntRange(min=0),
    default=20,
    show_default=True,
    help="How many bars, or rows and columns; 0 for all.",
)
@min_confidence_option
@click.option("--title", default="", help="Heading of the picture.")
@path_format_option
def command(
    kind: str,
    graph: Path,
    output: Path,
    limit: int,
    min_confidence: float,
    title: str,
    fmt: str | None,
) -> None:
    """Draw a PNG or SVG for a report and print its path.

    KIND is `methods` (the most used ones, by role), `datasets` (a heat map of datasets by task) or `topics`
    (papers by community, named by what sets them apart). Needs matplotlib: pip install 'paper-kg[plot]'.
    """
    from kg.plot import write_plot
    from kg.store import open_store

    with open_store(graph) as store:
        left_out = write_plot(
            store, kind, output, limit=limit, min_confidence=min_confidence, title=title
        )
    if left_out:
        note(
            f"left out {left_out} further {'rows and columns' if kind == 'datasets' else 'bars'}; --limit 0 draws all"
        )
    if fmt:
        emit([{"path": str(output)}], fmt)
    else:
        click.echo(str(output))
