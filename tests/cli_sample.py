"""Claims of three small papers, and a stand-in for the extractor, for tests of the command line."""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from kg.records import EntityClaim, Extraction
from kg.text import clean

RECORDS: list[dict[str, Any]] = [
    {
        "id": "doi:10.1/alpha",
        "title": "AlphaNet for parsing",
        "abstract": "We propose AlphaNet for parsing. It uses word vectors. We evaluate on TreeSet.",
        "year": 2023,
        "venue": "ICLR",
        "authors": ["Ada Lee"],
        "entities": [
            {"type": "Method", "name": "AlphaNet", "mentions": ["AlphaNet"], "role": "proposes"},
            {"type": "Task", "name": "parsing", "mentions": ["parsing"], "role": "addresses"},
            {
                "type": "Method",
                "name": "word vectors",
                "mentions": ["word vectors"],
                "role": "uses",
            },
            {"type": "Dataset", "name": "TreeSet", "mentions": ["TreeSet"], "role": "evaluates_on"},
        ],
        "relations": [
            ["AlphaNet", "USED_FOR", "parsing"],
            ["word vectors", "Used-For", "AlphaNet"],
        ],
    },
    {
        "id": "doi:10.1/beta",
        "title": "BetaNet beats AlphaNet",
        "abstract": "BetaNet parses with word vectors. Unlike AlphaNet, it is fast. Tested on TreeSet.",
        "year": 2024,
        "entities": [
            {"type": "Method", "name": "BetaNet", "mentions": ["BetaNet"], "role": "proposes"},
            {
                "type": "Method",
                "name": "AlphaNet",
                "mentions": ["AlphaNet"],
                "role": "compares_with",
            },
            {
                "type": "Method",
                "name": "word vectors",
                "mentions": ["word vectors"],
                "role": "uses",
            },
            {"type": "Dataset", "name": "TreeSet", "mentions": ["TreeSet"], "role": "evaluates_on"},
        ],
        "relations": [["BetaNet", "COMPARE_WITH", "AlphaNet"]],
    },
    {
        "id": "gamma",
        "title": "A survey of 漢字",
        "abstract": "A survey of 漢字 recognition by Schrödinger.",
        "entities": [
            {
                "type": "Task",
                "name": "漢字 recognition",
                "mentions": ["漢字 recognition"],
                "role": "addresses",
            }
        ],
        "relations": [],
    },
]


def write_claims(path: Path, records: Iterable[dict[str, Any]] = RECORDS) -> Path:
    """Writes JSON Lines and returns their path."""
    path.write_text(
        "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records),
        encoding="utf-8",
    )
    return path


class CapitalisedWords:
    """Extracts every word that has a capital inside or is one letter of Greek: enough to see data flow."""

    version = "capitalised-words-1"

    def extract(self, abstracts: Iterable[str], *, workers: int = 1) -> Iterator[Extraction]:
        """One extraction an abstract, in input order."""
        for abstract in abstracts:
            text = clean(abstract).text
            words = [word.strip(".,") for word in text.split()]
            names = dict.fromkeys(w for w in words if any(c.isupper() for c in w[1:]))
            yield Extraction(text, tuple(self._claim(abstract, name) for name in names))

    @staticmethod
    def _claim(abstract: str, name: str) -> EntityClaim:
        start = abstract.index(name)
        span = (start, start + len(name))
        return EntityClaim("Method", name, (name,), "uses", 0.5, (span,), (), span)
