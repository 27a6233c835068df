"""What a page holds, read back from its text."""

import json
import re
from typing import Any


def data_of(html: str) -> dict[str, Any]:
    found = re.search(r'<script id="graph-data" type="application/json">(.*?)</script>', html, re.S)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


def ids(data: dict[str, Any]) -> list[str]:
    """Node ids by number."""
    return [*data["papers"]["id"], *data["entities"]["id"]]


def drawn(html: str) -> set[str]:
    """Ids of the nodes that the page opens with."""
    data = data_of(html)
    return {ids(data)[node["id"]] for node in data["opening"]["nodes"]}


def claims_of(html: str) -> list[dict[str, Any]]:
    """The claims, a dictionary each, with ids, types and sentences."""
    data = data_of(html)
    table, names = data["claims"], ids(data)
    papers = [p for p, count in enumerate(table["count"]) for _ in range(count)]
    found = []
    for i, paper in enumerate(papers):
        text = data["papers"]["text"][paper].encode("utf-16-le")

        def cut(start: int, length: int, text: bytes = text) -> str:
            return text[2 * start : 2 * (start + length)].decode("utf-16-le")

        marks = table["marks"][4 * i : 4 * i + 4]
        found.append(
            {
                "type": data["edgeKinds"][table["type"][i]]["type"],
                "ends": (names[table["head"][i]], names[table["tail"][i]]),
                "confidence": table["confidence"][i] / 1000,
                "sentence": cut(table["start"][i], table["length"][i]),
                "marks": [cut(*pair) for pair in (marks[:2], marks[2:]) if pair[1]],
            }
        )
    return found
