"""`kg search`: nodes by what they are called, or what an abstract says."""

from dataclasses import asdict
from pathlib import Path

import click

from kg.cli.options import MOST, emit, graph_option, note, paper_output_options
from kg.records import PaperNode

_COLUMNS = ("id", "label", "name", "matched", "score")


@click.command()
@click.argument("text", nargs=-1, required=True)
@click.option(
    "--limit", type=click.IntRange(0, MOST), default=20, show_default=True, help="0 for all."
)
@graph_option
@paper_output_options
def command(
    text: tuple[str, ...], limit: int, graph: Path, fmt: str | None, output: Path | None
) -> None:
    """Search names, aliases, titles and abstracts; typos are forgiven."""
    from kg.store import open_store

    with open_store(graph) as store:
        # One more than is shown tells whether there are more.
        hits = store.search(" ".join(text), limit + 1 if limit else 0)
        more = 0 < limit < len(hits)
        hits = hits[: limit or None]

        def papers() -> list[PaperNode]:
            return [store.paper(hit.id) for hit in hits if hit.label == "Paper"]

        emit(map(asdict, hits), fmt, output, columns=_COLUMNS, papers=papers)
        if more:
            note(f"only the first {limit}; --limit 0 shows all")
