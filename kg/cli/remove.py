"""`kg remove`: one paper less."""

from pathlib import Path

import click

from kg.cli.options import curation_option, emit, graph_option, note, output_options


@click.command()
@click.argument("paper")
@curation_option
@graph_option
@output_options
def command(
    paper: str, curation: Path | None, graph: Path, fmt: str | None, output: Path | None
) -> None:
    """Remove PAPER and all that nothing else supports.

    PAPER is an id, a unique start of one, a title or a part of it, or the name of what the paper proposes.
    A later build of its input brings it back.
    """
    from kg.build import remove
    from kg.cli.build import counts, sizes
    from kg.errors import NotFoundError
    from kg.lookup import find_paper
    from kg.store import open_store

    with open_store(graph) as store:
        found = find_paper(store, paper)
    if found.others:  # nothing is removed on a guess
        fitting = ", ".join(p.id for p in [found.best, *found.others][:5])
        raise NotFoundError(f"{paper!r} fits several papers; give the id of one: {fitting}")
    report = remove(graph, found.best.id, curation=curation)
    for trouble in report.undecided:
        note(f"warning: {trouble.text}")
    note(f"removed {found.best.id}: {found.best.title}")
    note(f"{graph}: {sizes(report)}")
    if fmt or output:
        emit([counts(report)], fmt, output)
