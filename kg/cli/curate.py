"""`kg curate`: decisions about names."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from kg.cli.options import MOST, curation_option, emit, graph_option, note, output_options
from kg.schema import ENTITY_TYPES

if TYPE_CHECKING:
    from kg.curation import Curation
    from kg.resolve import Decision

F = TypeVar("F", bound=Callable[..., Any])

_COLUMNS = ("number", "do", "type", "names", "to")
_TYPES = click.Choice(list(ENTITY_TYPES))


@click.group()
def command() -> None:
    """Correct which names are one entity, what it is called and what it is.

    Decisions are kept in a plain file, curation.toml beside the graph. They take effect at once, without
    extracting again, and at every build; each can be undone.
    """


def _places(function: F) -> F:
    return curation_option(graph_option(output_options(function)))


def _typed(function: F) -> F:
    function = click.option(
        "--type", "type_", type=_TYPES, help="What the names are, where several types have them."
    )(function)
    return _places(function)


@command.command()
@click.argument("names", nargs=-1, required=True)
@_typed
def merge(names: tuple[str, ...], type_: str | None, **places: Any) -> None:
    """Make all that NAMES mean one entity."""
    if len(names) < 2:
        raise click.UsageError("give two names or more")
    _decide("merge", names, "", type_, **places)


@command.command()
@click.argument("name")
@click.argument("forms", nargs=-1, required=True)
@_typed
def split(name: str, forms: tuple[str, ...], type_: str | None, **places: Any) -> None:
    """Make an entity of its own of the FORMS that NAME is also written as."""
    _decide("split", (name, *forms), "", type_, **places)


@command.command("keep-apart")
@click.argument("names", nargs=-1, required=True)
@_typed
def keep_apart(names: tuple[str, ...], type_: str | None, **places: Any) -> None:
    """Never let two of NAMES be one entity, now and in later builds."""
    if len(names) < 2:
        raise click.UsageError("give two names or more")
    _decide("keep-apart", names, "", type_, **places)


@command.command()
@click.argument("name")
@click.argument("to")
@_typed
def rename(name: str, to: str, type_: str | None, **places: Any) -> None:
    """Show the entity called NAME as TO; its id and its other names stay."""
    if not to.strip():
        raise click.UsageError("give the new name")
    _decide("rename", (name,), to, type_, **places)


@command.command()
@click.argument("name")
@click.argument("to", type=_TYPES, metavar="TYPE")
@_typed
def retype(name: str, to: str, type_: str | None, **places: Any) -> None:
    """Make the entity called NAME a Task, a Method or a Dataset."""
    _decide("retype", (name,), to, type_, **places)


@command.command()
@click.argument("name")
@_typed
def ignore(name: str, type_: str | None, **places: Any) -> None:
    """Leave the entity called NAME, and all edges at it, out of the graph."""
    _decide("ignore", (name,), "", type_, **places)


@command.command()
@click.argument("number", type=click.IntRange(1, MOST), required=False)
@_places
def undo(
    number: int | None, curation: Path | None, graph: Path, fmt: str | None, output: Path | None
) -> None:
    """Take back the decision with this NUMBER (see `kg curate list`), or the last one."""
    from kg.curation import Curation, beside

    file = Curation(curation or beside(graph))
    place = number or len(file.decisions)
    gone = file.undo(number)
    _apply(graph, file, None)
    note(f"undone: {gone.told()}")
    if fmt or output:
        emit([_row(place, gone)], fmt, output, columns=_COLUMNS)


@command.command("list")
@_places
def list_(curation: Path | None, graph: Path, fmt: str | None, output: Path | None) -> None:
    """List the decisions, numbered as `kg curate undo` takes them."""
    from kg.curation import Curation, beside

    file = Curation(curation or beside(graph))
    rows = [_row(n, decision) for n, decision in enumerate(file.decisions, 1)]
    emit(rows, fmt, output, columns=_COLUMNS)


@command.command()
@_places
def apply(curation: Path | None, graph: Path, fmt: str | None, output: Path | None) -> None:
    """Apply the file as it is, after it was edited by hand."""
    from kg.curation import Curation, beside

    file = Curation(curation or beside(graph))
    _apply(graph, file, None)
    if fmt or output:
        rows = [_row(n, decision) for n, decision in enumerate(file.decisions, 1)]
        emit(rows, fmt, output, columns=_COLUMNS)


@command.command()
@click.option(
    "--limit", type=click.IntRange(0, MOST), default=20, show_default=True, help="Rows, 0 for all."
)
@graph_option
@output_options
def suggest(limit: int, graph: Path, fmt: str | None, output: Path | None) -> None:
    """List what may be missed or wrong merges, those first that would change most."""
    from kg.curation.suggest import COLUMNS, suggestions
    from kg.store import open_store

    with open_store(graph) as store:
        rows = suggestions(store)
    emit(rows[: limit or None], fmt, output, columns=COLUMNS)


def _decide(
    do: str,
    names: Sequence[str],
    to: str,
    type_: str | None,
    *,
    curation: Path | None,
    graph: Path,
    fmt: str | None,
    output: Path | None,
) -> None:
    from kg.curation import Curation, beside
    from kg.curation.choose import chosen
    from kg.store import open_store

    with open_store(graph) as store:
        decision = chosen(store, do, names, to, type_)
    file = Curation(curation or beside(graph))
    file.add(decision)
    _apply(graph, file, decision)
    note(f"decision {len(file.decisions)} of {file.path}: {decision.told()}")
    if fmt or output:
        emit([_row(len(file.decisions), decision)], fmt, output, columns=_COLUMNS)


def _apply(graph: Path, file: "Curation", new: "Decision | None") -> None:
    from kg.build import curate
    from kg.cli.build import sizes

    report = curate(graph, file, new=new)
    for trouble in report.undecided:
        note(f"warning: {file.path}: decision {trouble.place + 1}: {trouble.text}")
    note(f"{graph}: {sizes(report)}")


def _row(number: int, decision: "Decision") -> dict[str, Any]:
    names = " | ".join(decision.names)
    return {
        "number": number,
        "do": decision.do,
        "type": decision.type,
        "names": names,
        "to": decision.to or None,
    }
