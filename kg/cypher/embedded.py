"""Cypher on the graph file, run by kglite: an optional part, used in this file alone.

kglite gives every node the properties `id`, `title` and `type`; what the graph does not have is taken out again.
"""

import re
import warnings
from collections.abc import Mapping
from typing import Any, Final

from kg.cypher.values import Node, Path, Relationship, Result, in_order
from kg.errors import MissingPartError, QueryError
from kg.property_graph import ENTITY, PropertyGraph, Source, property_graph
from kg.schema import PAPER

try:
    import kglite
except ImportError as error:
    raise MissingPartError(
        "Cypher on the graph file needs kglite: pip install 'paper-kg[cypher]';"
        " or load Neo4j (kg load) and ask it with --neo4j"
    ) from error

#: Milliseconds; a pattern without an end would go on for hours.
_LONGEST: Final = 180_000

#: What Neo4j reads and kglite does not: a property `end`, which it takes for CASE's, and comments in /* */.
#: Strings, names in backticks and other comments may hold either, and stay.
_UNREAD: Final = re.compile(
    r"""'(?:[^'\\]|\\.)*' | "(?:[^"\\]|\\.)*" | `[^`]*` | //[^\n]*
    | (?P<point>\.\s*)end\b | (?P<comment>/\*.*?\*/)""",
    re.VERBOSE | re.DOTALL,
)

#: Of a query without its strings and comments: what reads files of the machine, and a second query.
_FILES: Final = re.compile(r"\bLOAD\s+CSV\b", re.IGNORECASE)
_SECOND: Final = re.compile(r";\s*[^;\s]")

#: What kglite says where no clause follows a pattern. It has taken the spaces out of the text by then, so that
#: it quotes `RETURp` for `RETUR p`, and the place that it gives is the end of what it read.
_NO_CLAUSE: Final = re.compile(
    r"""(?P<start>.*\bat\ line\ )(?P<line>\d+),\ col\ (?P<column>\d+):\ Pattern\ parse\ error:
    \ unexpected\ trailing\ input\ after\ pattern:\ (?:Identifier\("(?P<letters>.+?)"\))?""",
    re.VERBOSE,
)

#: Its names for its own parts and tokens, and what stands in a query for them.
_INTERNAL: Final = {
    "Pattern parse error: ": "",
    "Syntax error: expected": "expected",
    "found 'identifier'": "found a name",
    "found 'string'": "found a string",
    "Expected LParen": "Expected '('",
    "Expected RParen": "Expected ')'",
    "Expected RBracket": "Expected ']'",
    "Expected RBrace": "Expected '}'",
}


def run(store: Source, query: str, parameters: Mapping[str, Any]) -> Result:
    """The answer of a copy of the graph in memory, which no query can change.

    Raises QueryError with the place of a mistake, and MissingPartError (on import) without kglite.
    """
    graph = _copy(property_graph(store))
    readable = _readable(query)
    bare = _UNREAD.sub(lambda found: found[0] if found["point"] else " ", query)
    if _FILES.search(bare):
        raise QueryError("a query reads no files here: LOAD CSV is for Neo4j (--neo4j)")
    if _SECOND.search(bare):
        raise QueryError("more than one query: ask them one by one")
    try:
        found = graph.cypher(readable, params=dict(parameters), timeout_ms=_LONGEST)
    except kglite.ReadOnlyError as error:
        raise QueryError(
            "a query cannot change the graph file: kg build, kg remove and kg curate do"
        ) from error
    except (kglite.KgError, ValueError, TypeError, OverflowError, RecursionError) as error:
        raise QueryError(_mistake(str(error), readable)) from error
    columns = {name: _as_written(name, query) for name in found.columns}
    rows = [
        {columns[name]: _value(value) for name, value in row.items()} for row in found.to_list()
    ]
    return Result(list(columns.values()), rows)


def _readable(query: str) -> str:
    """`query` as kglite reads it, with the same lines."""

    def read(found: re.Match[str]) -> str:
        if found["point"]:
            return f"{found['point']}`end`"
        return re.sub(r"[^\n]", " ", found[0]) if found["comment"] else found[0]

    return _UNREAD.sub(read, query)


def _as_written(column: str, query: str) -> str:
    """The name of a column as Neo4j takes it from `query`."""
    return column if "`end`" in query else column.replace(".`end`", ".end")


def _copy(graph: PropertyGraph) -> Any:
    nodes = [
        {
            "type": label,
            "id_field": "id",
            "title_field": "title" if label == PAPER.name else "name",
            "records": list(records.values()),
        }
        for label, records in graph.nodes.items()
        if records
    ]
    by_kind: dict[tuple[str, str, str], list[dict[str, Any]]] = {}
    for key, properties in graph.relationships.items():
        kind = key.head_label, key.type, key.tail_label
        by_kind.setdefault(kind, []).append({"_from": key.head, "_to": key.tail, **properties})
    connections = [
        {
            "type": type,
            "source_type": head,
            "source_id_field": "_from",
            "target_type": tail,
            "target_id_field": "_to",
            "records": records,
        }
        for (head, type, tail), records in by_kind.items()
    ]
    kglite.set_query_warning_policy("silent")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        copy = kglite.from_records(
            {"nodes": nodes, "connections": connections}, on_missing_endpoint="error"
        )
    for label in graph.nodes:
        if label != PAPER.name:
            copy.cypher(f"MATCH (n:{label}) SET n:{ENTITY}")
    copy.read_only(True)
    return copy


def _value(value: Any) -> Any:
    match value:
        case {"id": int(), "labels": list(), "properties": dict()}:
            return _node(value)
        case {"id": int(), "type": str(), "properties": dict()}:
            return _relationship(value)
        case {"nodes": list(), "relationships": list()}:
            nodes = tuple(map(_node, value["nodes"]))
            return Path(nodes, tuple(map(_relationship, value["relationships"])))
        case dict():
            return {name: _value(item) for name, item in value.items()}
        case list():
            return [_value(item) for item in value]
        case _:
            return value


def _node(found: dict[str, Any]) -> Node:
    labels = in_order(found["labels"])
    synthetic = {"type"} if PAPER.name in labels else {"type", "title"}
    properties = {k: v for k, v in found["properties"].items() if k not in synthetic}
    return Node(str(found["id"]), labels, properties)


def _relationship(found: dict[str, Any]) -> Relationship:
    return Relationship(found["type"], str(found["start"]), found["properties"])


def _mistake(message: str, query: str) -> str:
    """The first line, which names the place, in words that the query has; what follows draws the place."""
    line = message.strip().splitlines()[0] if message.strip() else "the query failed"
    if found := _NO_CLAUSE.match(line):
        return _no_clause(found, query)
    for theirs, ours in _INTERNAL.items():
        line = line.replace(theirs, ours)
    return line


def _no_clause(found: re.Match[str], query: str) -> str:
    row, column = int(found["line"]), int(found["column"])
    expected = "after a pattern comes a clause such as RETURN or WHERE"
    *whole, last = query.split("\n")[:row]
    read = "\n".join([*whole, last[: column - 1]])
    letters = r"\s*".join(map(re.escape, found["letters"] or ""))
    if letters and (places := list(re.finditer(letters, read))):
        before, word = read[: places[-1].start()], places[-1][0].split()[0]
        row, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        expected += f", not {word}"
    return f"{found['start']}{row}, col {column}: {expected}"
