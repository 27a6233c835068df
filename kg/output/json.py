"""A JSON list of flat objects, keys in a stable order."""

import json
from collections.abc import Iterable, Sequence
from typing import TextIO

from kg.output.registry import Row, row_format


@row_format("json", ".json")
def write(rows: Iterable[Row], columns: Sequence[str], stream: TextIO, width: int | None) -> None:
    before = "[\n  "
    for row in rows:
        stream.write(before + json.dumps(row, ensure_ascii=False))
        before = ",\n  "
    stream.write("[]\n" if before.startswith("[") else "\n]\n")
