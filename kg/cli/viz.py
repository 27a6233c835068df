"""`kg viz`: the picture."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from kg.cli.options import graph_option, min_confidence_option, note
from kg.errors import NotFoundError
from kg.schema import ENTITY_TYPES, ROLES

if TYPE_CHECKING:
    from kg.store import Store


@click.command("viz")
@graph_option
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    default="papers.html",
    show_default=True,
    metavar="FILE.html",
    help="The page to write; it needs nothing but a browser.",
)
@click.option("--around", metavar="NAME", help="Draw what surrounds an entity or a paper.")
@click.option(
    "--depth",
    type=click.IntRange(1, 4),
    default=1,
    show_default=True,
    help="How many steps to go from --around.",
)
@click.option("--papers", is_flag=True, help="Draw papers only, joined by what they share.")
@click.option(
    "--type",
    "types",
    multiple=True,
    type=click.Choice(list(ENTITY_TYPES), case_sensitive=False),
    help="Keep only entities of this type (may be repeated).",
)
@click.option(
    "--role",
    "roles",
    multiple=True,
    type=click.Choice(list(ROLES), case_sensitive=False),
    help="Keep only this role of entities in papers (may be repeated).",
)
@min_confidence_option
@click.option(
    "--limit",
    type=click.IntRange(min=0),
    default=120,
    show_default=True,
    help="Nodes drawn at first; 0 for as many as a page can draw.",
)
@click.option("--title", default="", help="Heading of the page.")
def command(
    graph: Path,
    output: Path,
    around: str | None,
    depth: int,
    papers: bool,
    types: tuple[str, ...],
    roles: tuple[str, ...],
    min_confidence: float,
    limit: int,
    title: str,
) -> None:
    """Draw the graph as one HTML file and print its path.

    The page opens on what most papers share; search, filter, unfold neighbours, and click a node or a line
    to read the sentences that state it.
    """
    from kg.store import open_store
    from kg.viz import write_picture

    with open_store(graph) as store:
        write_picture(
            store,
            output,
            around=None if around is None else _node(store, around),
            depth=depth,
            papers=papers,
            types=types,
            roles=roles,
            min_confidence=min_confidence,
            limit=limit,
            title=title,
        )
    if str(output) != "-":
        click.echo(str(output))


def _node(store: "Store", name: str) -> str:
    """The id of the entity called `name`, else of the paper that it means."""
    from kg.lookup import find_entity, find_paper

    try:
        entity = find_entity(store, name)
    except NotFoundError as no_entity:
        try:
            paper = find_paper(store, name)
        except NotFoundError:
            raise no_entity from None
        _tell_others(paper.best.title, [other.title for other in paper.others])
        return paper.best.id
    _tell_others(entity.best.name, [f"{other.name} ({other.type})" for other in entity.others])
    return entity.best.id


def _tell_others(best: str, others: list[str]) -> None:
    if others:
        shown = ", ".join(others[:5]) + (", ..." if len(others) > 5 else "")
        note(f"drawing {best}; the name also fits {shown}")
