"""`kg resolve`: which entity each claim is about."""

from pathlib import Path

import click

from kg.cli.options import (
    curation_option,
    emit,
    graph_option,
    input_options,
    note,
    output_options,
    refuse_input,
)

_COLUMNS = ("paper", "type", "name", "entity", "entity_name")


@click.command()
@click.argument("claims", nargs=-1, required=True)
@input_options
@curation_option
@graph_option
@output_options
def command(
    claims: tuple[str, ...],
    input_format: str | None,
    input_encoding: str | None,
    curation: Path | None,
    graph: Path,
    fmt: str | None,
    output: Path | None,
) -> None:
    """Resolve claims to entities: one JSON line a claim, as a build of the same claims decides.

    CLAIMS are files as `kg extract` writes them; `-` reads standard input. The graph is not read: the
    decisions beside it hold, as in a build.
    """
    refuse_input(output, claims)
    from kg.assign import assignments
    from kg.curation import decisions_for
    from kg.readers import read_inputs

    reads = read_inputs(claims, input_format=input_format, encoding=input_encoding, claims=True)
    items = ((p, found) for read in reads for p, found in read.items() if found is not None)
    rows = assignments(
        items, decisions_for(graph, curation), tell=lambda text: note(f"warning: {text}")
    )
    emit(rows, fmt, output, columns=_COLUMNS, default="jsonl")
