"""A named question put to a graph file, with names as people write them."""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import queries
from kg.errors import NotFoundError
from kg.evidence import evidence
from kg.graph import slim_graph
from kg.lookup import Found, Names, find_entity, find_paper
from kg.records import Edge, EntityNode, Evidence, PaperNode
from kg.store import Store

_NAMED = 5  # how many other meanings of a name a note tells


def ask(
    store: Store,
    name: str,
    values: Mapping[str, Any] | None = None,
    options: queries.Options | None = None,
    *,
    graph: Any = None,
) -> queries.Answer:
    """The answer to the question `name`; `values` are its parameters, entities and papers by name or id.

    `graph` is the slim graph of `store` where it is at hand already: making it takes longer than asking it.
    Notes say what was left out and what else a name could mean. Raises NotFoundError with near names where a
    name fits nothing, QueryError for parameters that don't fit the question.
    """
    question = queries.find(name)
    given, notes = resolved(store, question, values or {})
    answer = queries.answer(
        name,
        graph if graph is not None else slim_graph(store),
        given,
        options,
        aliases={e.id: e.aliases for e in store.entities()} if question.needs_aliases else None,
        evidence_of=sentences(store),
    )
    return queries.Answer(answer.rows, (*notes, *answer.notes))


def sentences(store: Store) -> Callable[[queries.Link], Evidence | None]:
    """A function that finds the sentence of an edge of the slim graph; each paper is read once."""

    @cache
    def edges_of(paper: str) -> dict[tuple[str, str, str], Edge]:
        return {
            (edge.head, edge.type, edge.tail): edge
            for edge in store.edges_of(paper)
            if edge.paper == paper
        }

    @cache
    def abstract_of(paper: str) -> str:
        return store.paper(paper).abstract

    def of(link: queries.Link) -> Evidence | None:
        edge = edges_of(link.paper).get((link.head, link.type, link.tail))
        return evidence(abstract_of(link.paper), edge) if edge else None

    return of


def resolved(
    names: Names, question: queries.Question, values: Mapping[str, Any]
) -> tuple[dict[str, Any], list[str]]:
    """The parameters of a question with ids for names, and notes on what else a name could mean.

    Raises NotFoundError with near names where a name fits nothing.
    """
    notes: list[str] = []
    given = dict(values)
    for parameter in question.parameters:
        if given.get(parameter.name) and parameter.kind != "choice":
            given[parameter.name] = _resolved(names, parameter, given[parameter.name], notes)
    return given, notes


def _resolved(store: Names, parameter: queries.Parameter, given: Any, notes: list[str]) -> Any:
    """The id, or list of ids, that a parameter's name or names stand for."""
    if parameter.many and not isinstance(given, str):
        return [_node(store, parameter, name, notes) for name in given]
    return _node(store, parameter, given, notes)


def _node(store: Names, parameter: queries.Parameter, name: str, notes: list[str]) -> str:
    found: Found[EntityNode] | Found[PaperNode]
    if parameter.kind == "paper":
        found = find_paper(store, name)
    else:
        try:
            found = find_entity(store, name, parameter.types or None)
        except NotFoundError as missing:
            if parameter.kind != "node":
                raise
            found = _paper_or(store, name, missing)
    if found.others:
        others = ", ".join(_told(node) for node in found.others[:_NAMED])
        more = f" and {len(found.others) - _NAMED} more" if len(found.others) > _NAMED else ""
        notes.append(f"{name!r} is taken as {_told(found.best)}; it also fits {others}{more}")
    return found.best.id


def _paper_or(store: Names, name: str, missing: NotFoundError) -> Found[PaperNode]:
    """The paper called `name`; if there is none either, the entity is what is missing."""
    try:
        return find_paper(store, name)
    except NotFoundError:
        raise missing from None


def _told(node: EntityNode | PaperNode) -> str:
    return f"{node.name if isinstance(node, EntityNode) else node.title} ({node.id})"
