"""A small graph in memory, with the three methods of a store that exports and tables need."""

from collections.abc import Iterator
from typing import Any

from kg.records import Edge, EntityNode, PaperNode

ABSTRACT = "We propose **FooNet** for parsing,\r\nunlike BarNet. \x0cIt is trained on =Baz & <Qux>."


def paper(id: str, **fields: Any) -> PaperNode:
    given: dict[str, Any] = {
        "title": "FooNet",
        "given_title": "",
        "abstract": "",
        "year": None,
        "venue": "",
        "authors": (),
        "url": "",
        "ids": (),
        "extra": {},
    }
    return PaperNode(id=id, **(given | fields))


def at(text: str) -> tuple[int, int]:
    """Where `text` stands in the abstract."""
    start = ABSTRACT.index(text)
    return start, start + len(text)


class Sample:
    """Two papers, four entities; one paper both uses and compares with BarNet's counterpart."""

    def papers(self) -> Iterator[PaperNode]:
        """In id order."""
        yield paper(
            "doi:10.1000/x",
            abstract=ABSTRACT,
            title='A "title", with </b> — 漢 𝔸',
            year=2024,
            venue="V 2024",
            authors=("Ann Lee", "Wu, Bo"),
            url="https://example.org/?a=1&b=2",
            ids=("arxiv:2301.00001", "pmid:7"),
            extra={"id": 1, "source": "s", "target": None, "key": ["k"], "label": {"x": "\ud800y"}},
        )
        yield paper("p2", title="=1+1", abstract="")

    def entities(self) -> Iterator[EntityNode]:
        """In id order."""
        yield EntityNode("Dataset:baz", "Dataset", "=Baz", ())
        yield EntityNode("Method:barnet", "Method", "BarNet", ())
        yield EntityNode("Method:foonet", "Method", "FooNet", ("Foo Net", "FN"))
        yield EntityNode("Task:parsing", "Task", "parsing", ())

    def edges(self) -> Iterator[Edge]:
        """In id order; BarNet and FooNet are linked twice, by relations of one paper."""
        one = "doi:10.1000/x"
        bar, foo = at("BarNet"), at("FooNet")
        yield Edge("Method:barnet", "COMPARED_WITH", "Method:foonet", one, 0.5, bar, foo)
        yield Edge("Method:barnet", "USED_FOR", "Method:foonet", one, 0.25, bar, foo)
        yield Edge("Method:foonet", "USED_FOR", "Task:parsing", one, 0.125, foo, at("parsing"))
        yield Edge(one, "EVALUATES_ON", "Dataset:baz", one, 1.0, None, at("=Baz"))
        yield Edge(one, "COMPARES_WITH", "Method:barnet", one, 0.75, None, bar)
        yield Edge(one, "PROPOSES", "Method:foonet", one, 0.9, None, foo)
        yield Edge(one, "ADDRESSES", "Task:parsing", one, 0.8, None, at("parsing"))

    def forms(self) -> Iterator[tuple[str, str, bool]]:
        """One name of each kind."""
        yield "p2", "p2", False
        yield "Method:foonet", "foo net", False
        yield "Method:foonet", "foonet", True
