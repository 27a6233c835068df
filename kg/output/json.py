"""A JSON list of flat objects, keys in a stable order."""

import json
from collections.abc import Sequence
from typing import TextIO

from kg.output.registry import Row, row_format


@row_format("json", ".json")
def write(rows: Sequence[Row], columns: Sequence[str], stream: TextIO, width: int | None) -> None:
    if not rows:
        stream.write("[]\n")
        return
    lines = ",\n  ".join(json.dumps(row, ensure_ascii=False) for row in rows)
    stream.write(f"[\n  {lines}\n]\n")
