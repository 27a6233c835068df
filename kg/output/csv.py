"""Comma-separated values with a header (RFC 4180, but with plain line feeds); values as they are."""

import csv
from collections.abc import Iterable, Sequence
from typing import TextIO

from kg.output.cells import as_text
from kg.output.registry import Row, row_format


@row_format("csv", ".csv")
def write(rows: Iterable[Row], columns: Sequence[str], stream: TextIO, width: int | None) -> None:
    if not columns:
        return
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([_cell(row[column]) for column in columns] for row in rows)


def _cell(value: object) -> object:
    return value if isinstance(value, str | int | float) else as_text(value)
