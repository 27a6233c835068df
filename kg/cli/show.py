"""`kg show`: one node and all that is known of it."""

import shutil
import sys
from collections.abc import Iterable
from functools import partial
from itertools import islice
from pathlib import Path
from textwrap import fill
from typing import TYPE_CHECKING, TextIO

import click

from kg.cli.options import MOST, chosen_format, emit, graph_option, note, paper_output_options
from kg.output.atomic import opened
from kg.output.cells import as_text

if TYPE_CHECKING:
    from kg.describe import Row, Section
    from kg.records import PaperNode
    from kg.store import Store

_TITLES = {
    "alias": "also written",
    "role": "what papers do with it",
    "relation": "relations",
    "paper": "papers",
    "why": "why these forms are one",
    "field": "about",
    "entity": "entities",
}


@click.command()
@click.argument("name", nargs=-1, required=True)
@click.option(
    "--limit",
    type=click.IntRange(0, MOST),
    default=20,
    show_default=True,
    help="Rows a section, 0 for all.",
)
@graph_option
@paper_output_options
def command(
    name: tuple[str, ...], limit: int, graph: Path, fmt: str | None, output: Path | None
) -> None:
    """Show an entity or a paper: what it is called, where it stands, and the sentences that say so."""
    from kg.describe import COLUMNS, describe, find_node
    from kg.store import open_store

    with open_store(graph) as store:
        found = find_node(store, " ".join(name))
        if found.others:
            note(f"{found.best.id}; the name also fits {', '.join(n.id for n in found.others[:5])}")
        node, sections = found.best, describe(store, found.best)
        if chosen_format(fmt, output) == "table":
            with opened(output) as stream:
                _print(sections, limit, stream, cut=output is None and sys.stdout.isatty())
        else:
            listed = list(sections)
            rows = (row for section in listed for row in islice(section.rows, limit or None))
            emit(rows, fmt, output, columns=COLUMNS, papers=partial(_papers, store, node.id))
            for section in listed:
                if limit and section.size > limit:
                    note(f"{section.name}: {limit} of {section.size} rows; --limit 0 gives all")


def _wrapped(row: "Row", width: int | None) -> str:
    """`name: value`, on as many lines as the terminal needs."""
    text = f"{row['type']}: {as_text(row['text'])}"
    return fill(text, width, subsequent_indent="  ") if width else text


def _papers(store: "Store", node: str) -> "list[PaperNode]":
    return [store.paper(id_) for id_ in sorted({edge.paper for edge in store.edges_of(node)})]


def _print(sections: Iterable["Section"], limit: int, stream: TextIO, *, cut: bool) -> None:
    from kg.output import write_rows

    width = shutil.get_terminal_size().columns if cut else None
    for section in sections:
        rows = list(islice(section.rows, limit or None))
        if not rows:
            continue
        if section.name in _TITLES:
            stream.write(f"\n{_TITLES[section.name]}\n")
        if section.name == "field":
            stream.writelines(f"{_wrapped(row, width)}\n" for row in rows)
            continue
        columns = [c for c in rows[0] if c != "section" and any(row[c] is not None for row in rows)]
        write_rows(rows, "table", stream, columns=columns, width=width)
        if section.size > len(rows):
            stream.write(f"... and {section.size - len(rows)} more (--limit 0 shows all)\n")
