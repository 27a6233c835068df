"""Who may import whom: the directions that docs/architecture.md gives."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

#: Room -> rooms it may import, besides itself and kg.errors. A room is the longest prefix that fits a module.
PLAIN = {"kg.records", "kg.schema"}
MAY_IMPORT: dict[str, set[str]] = {
    "kg.errors": set(),
    "kg.schema": set(),
    "kg.records": set(),
    "kg.text": set(),
    "kg.schemes": PLAIN,
    "kg.ids": PLAIN | {"kg.text", "kg.schemes"},
    "kg.fields": PLAIN | {"kg.text", "kg.schemes", "kg.ids"},
    "kg.claims": PLAIN | {"kg.text", "kg.schemes", "kg.ids", "kg.fields"},
    "kg.readers": PLAIN | {"kg.text", "kg.schemes", "kg.ids", "kg.fields", "kg.claims"},
    "kg.store": PLAIN,
    "kg.resolve": PLAIN,
    "kg.graph": PLAIN | {"kg.store"},
    "kg.lookup": PLAIN | {"kg.store", "kg.text", "kg.resolve", "kg.schemes"},
    "kg.evidence": PLAIN | {"kg.store", "kg.text"},
    "kg.export": PLAIN | {"kg.store", "kg.evidence", "kg.output", "kg.property_graph"},
    "kg.output": PLAIN | {"kg.text"},
    "kg.table": PLAIN | {"kg.store", "kg.output"},
    "kg.viz": PLAIN | {"kg.evidence", "kg.output"},
    "kg.plot": PLAIN | {"kg.viz", "kg.output"},
    "kg.curation": PLAIN | {"kg.resolve", "kg.output", "kg.store", "kg.lookup"},
    "kg.evaluate": PLAIN | {"kg.claims"},
    "kg.linking": PLAIN | {"kg.evaluate"},
    "kg.property_graph": PLAIN | {"kg.evidence"},
    "kg.cypher": PLAIN | {"kg.property_graph"},
    "kg.doctor": {"kg", "extractors"},
    "extractors": PLAIN | {"kg.text"},
    "queries": PLAIN,
}
_READING = {"kg.store", "kg.graph", "kg.lookup", "kg.evidence"}
MAY_IMPORT["kg.describe"] = PLAIN | _READING
MAY_IMPORT["kg.ask"] = PLAIN | _READING | {"queries"}
MAY_IMPORT["kg.neo4j"] = (
    PLAIN | _READING | {"kg", "kg.ask", "kg.cypher", "kg.property_graph", "queries"}
)
_MAKING = {"kg.build", "kg.assemble", "kg.assign", "kg.extract"}
for _room in _MAKING:
    MAY_IMPORT[_room] = (
        (
            set(MAY_IMPORT)
            - {"kg.output", "kg.viz", "kg.plot", "kg.export", "kg.ask", "kg.describe", "queries"}
            - {"kg.neo4j", "kg.cypher"}
        )
        | _MAKING
        | {"kg"}
    )
EVERYTHING = {"kg", "kg.cli", "kg.api", "kg.__main__"}

#: Package of others -> the rooms that may import it; no others may.
VENDORS: dict[str, set[str]] = {
    "pyvis": {"kg.viz"},
    "spacy": {"extractors", "kg.text"},
    "onnxruntime": {"extractors"},
    "tokenizers": {"extractors"},
    "networkx": {"kg.graph", "queries", "kg.viz", "kg.export"},
    "openpyxl": {"kg.table"},
    "matplotlib": {"kg.plot"},
    "click": {"kg.cli"},
    "tomlkit": {"kg.curation"},
    "neo4j": {"kg.neo4j"},
    "kglite": {"kg.cypher"},
}


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {
    module_name(path): path
    for top in ("kg", "extractors", "queries")
    for path in sorted((ROOT / top).rglob("*.py"))
}


def room_of(module: str) -> str:
    rooms = {*MAY_IMPORT, *EVERYTHING} - {"kg"}
    return max((r for r in rooms if f"{module}.".startswith(f"{r}.")), key=len, default=module)


def imports(path: Path, *, at_run_time: bool = False) -> Iterator[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree) if at_run_time else ():
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            assert node.module is not None
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in MODULES else node.module


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_only_what_its_room_may(module: str) -> None:
    room = room_of(module)
    if room in EVERYTHING:
        return
    assert room in MAY_IMPORT, f"{module}: give its room a row in docs/architecture.md and here"
    ours = {room_of(name) for name in imports(MODULES[module]) if name in MODULES}
    assert ours <= MAY_IMPORT[room] | {room, "kg.errors"}


@pytest.mark.parametrize("module", MODULES)
def test_a_package_of_others_is_used_in_its_room_alone(module: str) -> None:
    for name in imports(MODULES[module], at_run_time=True):
        rooms = VENDORS.get(name.partition(".")[0])
        assert rooms is None or room_of(module) in rooms, f"{module} imports {name}"


def test_every_room_stands_in_the_architecture() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = "\n".join(line.split("|")[1] for line in text.splitlines() if line.startswith("| `"))
    described = {
        p.strip("/").removesuffix(".py").replace("/", ".") for p in re.findall(r"`(.+?)`", table)
    }
    assert {room_of(module) for module in MODULES} - {"kg", "kg.__main__"} <= described


def test_the_package_and_its_records_load_nothing_heavy() -> None:
    code = (
        "import sys, kg, kg.records, kg.schema, kg.errors\n"
        "print(sorted({'spacy', 'networkx', 'pyvis', 'numpy', 'click', 'sqlite3'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
