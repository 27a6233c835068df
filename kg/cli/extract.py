"""`kg extract`: abstracts to claims, without a graph."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from kg.cli.options import (
    chosen_format,
    emit,
    input_options,
    inputs_argument,
    note,
    note_some,
    output_options,
    paper_options,
    refuse_input,
    unread_graph_option,
    workers_option,
)

if TYPE_CHECKING:
    from kg.readers import FileRead
    from kg.records import Paper

_RECORD = ("id", "title", "abstract", "text", "entities", "relations", "relation_details", "paper")
_ENTITY = ("id", "type", "name", "role", "confidence")


@click.command()
@inputs_argument
@workers_option
@input_options
@paper_options
@unread_graph_option
@output_options
def command(
    inputs: tuple[str, ...],
    workers: int,
    input_format: str | None,
    input_encoding: str | None,
    titles: bool,
    columns: dict[str, str],
    verbose: bool,
    fmt: str | None,
    output: Path | None,
) -> None:
    """Extract claims from abstracts: one JSON line an input record, in input order.

    The lines are what `kg build --claims` reads. As a table or CSV: one row an entity.
    """
    refuse_input(output, inputs)
    import extractors
    from kg.claims import to_record
    from kg.extract import extract_papers
    from kg.readers import read_inputs

    reads = read_inputs(
        inputs,
        input_format=input_format,
        encoding=input_encoding,
        titles=titles,
        columns=columns,
    )
    found = extract_papers(_papers(reads, verbose), extractors.load(), workers=workers)
    records = (to_record(paper, extraction) for paper, extraction in found)
    if chosen_format(fmt, output, "jsonl") in ("json", "jsonl"):
        emit(records, fmt, output, columns=_RECORD, default="jsonl")
    else:
        emit(_entities(records), fmt, output, columns=_ENTITY)


def _papers(reads: Iterator["FileRead"], verbose: bool) -> Iterator["Paper"]:
    """The papers of the files; tells on stderr what became of each, once it is read."""
    empty = []
    for read in reads:
        for paper, _ in read.items():
            yield paper
        if not read.read:
            empty.append(f"{read.source}: {read.summary()}")
            continue
        note(f"{read.source}: {read.summary()}")
        note_some([f"skipped: {reason}" for reason in read.skipped], " (--verbose)", every=verbose)
        for text in read.notes:
            note(text)
    # Where an input holds no paper at all, the error says it.
    note_some(empty, " (--verbose)", every=verbose)


def _entities(records: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for record in records:
        for entity in record["entities"]:
            yield {**entity, "id": record["id"]}
