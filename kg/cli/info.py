"""`kg info`: what a graph holds."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from kg.cli.options import chosen_format, emit, graph_option, output_options
from kg.output.atomic import opened


@click.command()
@graph_option
@output_options
def command(graph: Path, fmt: str | None, output: Path | None) -> None:
    """Show counts, coverage, versions, and what was skipped and why.

    As JSON, one object with the whole numbers `papers`, `entities` and `edges` at its top.
    """
    from kg.store import open_store

    with open_store(graph) as store:
        info = store.info()
    form = chosen_format(fmt, output)
    if form in ("json", "jsonl"):
        with opened(output) as stream:
            indent = 2 if form == "json" else None
            stream.write(json.dumps(info, ensure_ascii=False, indent=indent) + "\n")
        return
    emit(({"what": what, "value": value} for what, value in flat(info)), form, output)


def flat(values: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    """(path, value) of every value inside nested objects; lists of objects become one line each.

    What is empty is left out: there were no notes, nothing was skipped.
    """
    for key, value in values.items():
        # Types of edges keep their spelling.
        name = prefix + (key if key.isupper() else key.replace("_", " "))
        if value in ("", [], {}):
            continue
        if isinstance(value, Mapping):
            yield from flat(value, f"{name}: ")
        elif isinstance(value, list) and any(isinstance(item, Mapping) for item in value):
            yield from ((name, dict(flat(item))) for item in value)
        else:
            yield name, value
