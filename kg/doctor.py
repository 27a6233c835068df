"""Whether this installation has what it needs: versions, the model, optional parts."""

import platform
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import Final

from kg import __version__
from kg.errors import KgError

#: Package -> what it is for.
_NEEDED: Final = {
    "spacy": "extraction",
    "onnxruntime": "runs the model",
    "tokenizers": "extraction",
    "networkx": "questions",
    "pyvis": "the picture",
    "jinja2": "the picture",
    "markupsafe": "the picture",
    "numpy": "extraction",
    "tomlkit": "kg curate",
    "click": "the command line",
}

#: Package -> (what it is for, the extra that brings it).
_OPTIONAL: Final = {
    "kglite": ("Cypher on the graph file", "cypher"),
    "neo4j": ("a Neo4j database", "neo4j"),
    "matplotlib": ("kg plot", "plot"),
    "openpyxl": ("kg table -o FILE.xlsx", "xlsx"),
}


@dataclass(frozen=True, slots=True)
class Part:
    """One thing looked at: `state` is `ok`, `missing` (needed and absent) or `optional` (absent)."""

    part: str
    version: str
    state: str
    note: str


def examine() -> Iterator[Part]:
    """Each part in turn. Reads a sentence with the model, which takes a second or two to load."""
    yield Part("paper-kg", __version__, "ok", "")
    yield Part("python", platform.python_version(), "ok", platform.platform())
    yield _search_index()
    for package, purpose in _NEEDED.items():
        found = _version(package)
        state, note = (
            ("ok", purpose) if found else ("missing", f"{purpose}; install paper-kg again")
        )
        yield Part(package, found, state, note)
    yield _model()
    for package, (purpose, extra) in _OPTIONAL.items():
        found = _version(package)
        how = f"{purpose}; pip install 'paper-kg[{extra}]'"
        yield Part(package, found, "ok" if found else "optional", purpose if found else how)


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _search_index() -> Part:
    connection = sqlite3.connect(":memory:")
    try:
        connection.execute("CREATE VIRTUAL TABLE t USING fts5(x, tokenize='trigram')")
    except sqlite3.Error as error:
        remedy = f"{error}; use a Python whose SQLite is 3.34 or newer, with FTS5"
        return Part("sqlite", sqlite3.sqlite_version, "missing", remedy)
    finally:
        connection.close()
    return Part("sqlite", sqlite3.sqlite_version, "ok", "the graph file")


def _model() -> Part:
    try:
        import extractors

        extractor = extractors.load()
        extractor.read("We fine-tune BERT on SQuAD.")  # a damaged file shows only when it is used
        return Part("model", extractor.version, "ok", "extraction")
    except KgError as error:
        return Part("model", "", "missing", str(error))
    except Exception as error:  # whatever is wrong with it, the other parts are still to be told
        return Part(
            "model", "", "missing", f"{type(error).__name__}: {error}; install paper-kg again"
        )
