"""Loading Neo4j and asking it: `python tests/neo4j_server.py python benchmarks/neo4j_homes.py GRAPH.kg [--runs N]`.

EMPTIES the database that NEO4J_URI points to. Loading is measured against the plain driver that sends the same rows
with the same queries, in the same run, and on the graph enlarged two and four times. Then every named question is
asked of both homes, whose rows must be equal. Prints Markdown tables.
"""

import argparse
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import neo4j

import queries
from kg.ask import ask as ask_graph
from kg.graph import slim_graph
from kg.neo4j.ask import ask as ask_neo4j
from kg.neo4j.connect import Address, Database, address, connected
from kg.neo4j.load import load
from kg.neo4j.schema import prepare
from kg.records import Edge, EntityNode, PaperNode
from kg.schema import LOADED_BY
from kg.store import Store, open_store

EMPTY = "MATCH (n) CALL (n) { DETACH DELETE n } IN TRANSACTIONS OF 5000 ROWS"


class Enlarged:
    """A graph several times over, the copies apart from each other."""

    def __init__(self, store: Store, times: int) -> None:
        self._store = store
        self._times = range(times)

    def papers(self) -> Iterator[PaperNode]:
        for i in self._times:
            for paper in self._store.papers():
                yield replace(paper, id=f"{paper.id}#{i}")

    def entities(self) -> Iterator[EntityNode]:
        for i in self._times:
            for entity in self._store.entities():
                yield replace(entity, id=f"{entity.id}#{i}", name=f"{entity.name} {i}")

    def edges(self) -> Iterator[Edge]:
        for i in self._times:
            for edge in self._store.edges():
                head, tail, paper = (f"{id}#{i}" for id in (edge.head, edge.tail, edge.paper))
                yield replace(edge, head=head, tail=tail, paper=paper)

    def forms(self) -> Iterator[tuple[str, str, bool]]:
        for i in self._times:
            for id, form, normal in self._store.forms():
                yield f"{id}#{i}", f"{form} {i}", normal


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def emptied(database: Database) -> None:
    database.run(EMPTY, {}, write=True)


class Recorder(Database):
    """Keeps what a load would write."""

    def __init__(self, database: Database) -> None:
        self.where = database.where
        self.read = database.read  # type: ignore[method-assign]
        self.sent: list[tuple[str, list[Any]]] = []

    def write(self, query: str, **parameters: Any) -> Any:
        self.sent.append((query, parameters["rows"]))


def send(where: Address, sent: list[tuple[str, list[Any]]]) -> None:
    """The floor: the driver sends the rows, batch by batch, and does nothing else."""
    driver = neo4j.GraphDatabase.driver(where.uri, auth=(where.user, where.password))
    with driver:
        for query, rows in sent:
            driver.execute_query(query, rows=rows, mark=LOADED_BY, database_=where.database or None)


def loading(database: Database, store: Store, runs: int, sizes: tuple[int, ...]) -> None:
    print("| times | rows | load s | floor s | ratio | rows a second | load again s |")
    print("|---|---|---|---|---|---|---|")
    for times in sizes:
        source = Enlarged(store, times)
        emptied(database)
        recorder = Recorder(database)
        load(source, recorder)
        count = sum(len(rows) for _, rows in recorder.sent)
        loads, floors = [], []
        for _ in range(runs):
            emptied(database)
            floors.append(seconds(partial(send, database.where, recorder.sent)))
            emptied(database)
            loads.append(seconds(partial(load, source, database)))
        again = seconds(partial(load, source, database))
        took, floor = statistics.median(loads), statistics.median(floors)
        print(
            f"| {times} | {count} | {took:.1f} | {floor:.1f} | {took / floor:.2f} |"
            f" {count / took:.0f} | {again:.1f} |",
            flush=True,
        )


def asked(store: Store) -> dict[str, dict[str, Any]]:
    """Parameters for every question: what stands in most papers, and the first paper that has a method."""

    def top(kind: str, place: int = 0) -> str:
        options = queries.Options(limit=place + 1)
        return str(ask_graph(store, "top", {"type": kind}, options).rows[-1]["id"])

    paper = ask_graph(store, "papers-with", {"entity": [top("Method")]}).rows[0]["paper"]
    of_kind = {"entity": top("Method"), "paper": paper, "a": top("Method", 1), "b": paper}
    of_kind |= {"method": top("Method"), "task": top("Task"), "dataset": top("Dataset")}
    return {
        name: {
            p.name: [of_kind[p.name]] if p.many else of_kind[p.name]
            for p in question.parameters
            if p.kind != "choice" and not p.optional
        }
        for name, question in queries.questions().items()
    }


def asking(database: Database, store: Store, runs: int) -> None:
    graph = slim_graph(store)
    print("| question | graph file ms | Neo4j ms |\n|---|---|---|")
    for name, values in asked(store).items():
        here = ask_graph(store, name, values, graph=graph)
        there = ask_neo4j(database, name, values)
        if here != there:
            sys.exit(f"{name}: the homes differ")
        times = [
            statistics.median(seconds(question) for _ in range(runs)) * 1000
            for question in (
                partial(ask_graph, store, name, values, graph=graph),
                partial(ask_neo4j, database, name, values),
            )
        ]
        print(f"| {name} | {times[0]:.0f} | {times[1]:.0f} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("graph", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--sizes", type=int, nargs="+", default=[1, 2, 4])
    given = parser.parse_args()
    with open_store(given.graph) as store, connected(address()) as database:
        prepare(database)
        load(store, database)  # a new server is slow at first
        loading(database, store, given.runs, tuple(given.sizes))
        emptied(database)
        load(store, database)
        print()
        asking(database, store, given.runs)
        emptied(database)


if __name__ == "__main__":
    main()
