"""`kg doctor`: is everything there?"""

from dataclasses import asdict
from pathlib import Path

import click

from kg.cli.options import emit, output_options, unread_graph_option


@click.command()
@unread_graph_option
@output_options
@click.pass_context
def command(ctx: click.Context, fmt: str | None, output: Path | None) -> None:
    """Show versions, the model and optional parts.

    Exits 1 where something needed is missing.
    """
    from kg.doctor import examine

    parts = list(examine())
    emit(map(asdict, parts), fmt, output)
    if any(part.state == "missing" for part in parts):
        ctx.exit(1)
