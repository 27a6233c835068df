"""`kg viz`: the picture."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kg.cli.options import MOST, emit, graph_option, min_confidence_option, note, path_format_option
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
@click.option("--methods", is_flag=True, help="Draw methods only, joined by papers that use both.")
@click.option(
    "--query",
    "question",
    metavar="NAME",
    help="Draw the rows of a named question; its arguments follow as ARGS.",
)
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
    type=click.IntRange(0, MOST),
    default=120,
    show_default=True,
    help="Nodes drawn at first; 0 for as many as a page can draw.",
)
@click.option("--title", default="", help="Heading of the page.")
@path_format_option
@click.argument("arguments", metavar="[ARGS]...", nargs=-1)
def command(
    graph: Path,
    output: Path,
    around: str | None,
    depth: int,
    papers: bool,
    methods: bool,
    question: str | None,
    types: tuple[str, ...],
    roles: tuple[str, ...],
    min_confidence: float,
    limit: int,
    title: str,
    fmt: str | None,
    arguments: tuple[str, ...],
) -> None:
    """Draw the graph as one HTML file and print its path.

    The page holds the whole graph and opens on what most papers share; search, filter, expand neighbours,
    and click a node or a line to read the sentences that state it.
    """
    from kg.store import open_store
    from kg.viz import write_picture

    if papers + methods + (question is not None) > 1:
        raise click.UsageError("--papers, --methods and --query are different views; give one")
    if arguments and question is None:
        raise click.UsageError(f"arguments ({arguments[0]} ...) belong to --query NAME")
    if question is not None and around is not None:
        raise click.UsageError("--query draws an answer; leave out --around")
    with open_store(graph) as store:
        answer: dict[str, Any] = {}
        if question is not None:
            values = _values(question, arguments, types, roles)
            types, roles = values.pop("types"), values.pop("roles")
            answer = _answer(store, question, values, min_confidence)
            title = title or " ".join([question, *arguments])
        write_picture(
            store,
            output,
            **answer,
            around=None if around is None else _node(store, around),
            depth=depth,
            papers=papers,
            methods=methods,
            types=types,
            roles=roles,
            min_confidence=min_confidence,
            limit=limit,
            title=title,
        )
    if str(output) == "-":
        return
    if fmt:
        emit([{"path": str(output)}], fmt)
    else:
        click.echo(str(output))


def _values(
    question: str, arguments: tuple[str, ...], types: tuple[str, ...], roles: tuple[str, ...]
) -> dict[str, Any]:
    """The question's parameters from ARGS, --type and --role; `types` and `roles` are what is left of these."""
    import queries

    values: dict[str, Any] = {"types": types, "roles": roles}
    given = list(arguments)
    for parameter in queries.find(question).parameters:
        if parameter.kind == "choice":
            kind = {"type": "types", "role": "roles"}.get(parameter.name, "")
            if len(values.get(kind, ())) == 1:
                values[parameter.name] = values[kind][0]
                values[kind] = ()
        elif parameter.many:
            values[parameter.name], given = given, []
        elif given:
            values[parameter.name] = given.pop(0)
    if given:
        raise click.UsageError(f"{question} takes no further argument {given[0]!r}")
    return values


def _answer(
    store: "Store", question: str, values: dict[str, Any], min_confidence: float
) -> dict[str, Any]:
    """The question's rows with the claims behind them, and its notes, as the picture takes them."""
    import queries
    from kg.ask import ask

    options = queries.Options(min_confidence=min_confidence, evidence=True)
    answer = ask(store, question, values, options)
    # How many claims a row shows is the page's business here, and its --limit counts nodes.
    told = [each for each in answer.notes if "--limit" not in each]
    notes = [*told, f"Rows as `kg query {question}` gives them, at most {options.limit}"]
    return {"rows": answer.rows, "notes": [each.rstrip(".") for each in notes]}


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
