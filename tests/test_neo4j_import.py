"""The bulk import files, read by Neo4j's own import tool. Needs Java and Maven."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

from neo4j_sample import awkward, built, changes, load_into, small
from neo4j_server import Server, libraries
from store_sample import claims

from kg.export import export
from kg.neo4j.connect import Address, connected
from kg.store import open_store


def imported(folder: Path, home: Path, maven: str) -> None:
    """What docs/neo4j.md tells users to do."""
    files = [
        *(f"--nodes={folder / name}" for name in ("papers.csv", "entities.csv")),
        *(f"--relationships={folder / name}" for name in ("roles.csv", "relations.csv")),
    ]
    (home / "conf").mkdir(parents=True)
    (home / "conf" / "neo4j.conf").write_text("")
    subprocess.run(
        [
            *("java", "-Xmx512m", "-XX:TieredStopAtLevel=1", "-cp", f"{libraries(maven)}/*"),
            *("org.neo4j.cli.AdminTool", "database", "import", "full", "neo4j"),
            *files,
            *("--array-delimiter=U+001F", "--multiline-fields=true", "--overwrite-destination"),
            f"--report-file={home / 'report'}",
        ],
        check=True,
        cwd=home,
        env={**os.environ, "NEO4J_HOME": str(home), "NEO4J_CONF": str(home / "conf")},
        capture_output=True,
    )


def test_after_a_bulk_import_a_load_has_nothing_to_change(
    tmp_path: Path, require: Callable[[str], str]
) -> None:
    require("jdk")
    maven = require("maven")
    lines = claims("lines", abstract='One\nline, "two"\r\nlines;\n\n  three\\', title="; ,")
    graph = built(tmp_path, [*small(), *awkward(40), lines])
    with open_store(graph) as store:
        export(store, tmp_path / "import", "neo4j-csv")
    home = tmp_path / "home"
    imported(tmp_path / "import", home, maven)
    with Server(home, maven=maven) as server, connected(Address(server.uri)) as database:
        counts = load_into(database, graph, dry_run=True)
        assert changes(counts) == 0
        assert counts["Paper"][3] == 44
        assert changes(load_into(database, graph)) == 0
