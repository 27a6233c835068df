"""A Markdown table (GitHub's form); what Markdown would act on is escaped."""

import re
from collections.abc import Iterable, Sequence
from typing import Any, TextIO

from kg.output.cells import as_text
from kg.output.registry import Row, row_format

_ACTIVE = re.compile(r"([\\`*_{}\[\]<>|~$])")


@row_format("markdown", ".md")
def write(rows: Iterable[Row], columns: Sequence[str], stream: TextIO, width: int | None) -> None:
    if not columns:
        return
    # Our own keys are plain; those of a query in Cypher may be anything.
    heads = [column if column.isidentifier() else _cell(column) for column in columns]
    stream.write("| " + " | ".join(heads) + " |\n")
    stream.write("|" + " --- |" * len(columns) + "\n")
    for row in rows:
        cells = [_cell(row[column]) for column in columns]
        stream.write("| " + " | ".join(cells) + " |\n")


def _cell(value: Any) -> str:
    return _ACTIVE.sub(r"\\\1", as_text(value))
