"""JSON Lines: one object a line."""

import json
from collections.abc import Iterable, Sequence
from typing import TextIO

from kg.output.registry import Row, row_format


@row_format("jsonl", ".jsonl")
def write(rows: Iterable[Row], columns: Sequence[str], stream: TextIO, width: int | None) -> None:
    for row in rows:
        stream.write(json.dumps(row, ensure_ascii=False) + "\n")
