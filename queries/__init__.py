"""Named questions, one module each, found by listing this package.

A question module holds the docstring that users read, the parameters, the Cypher text for Neo4j and the
function over the embedded graph. To add a question, add such a module.
"""

import pkgutil
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from kg.errors import QueryError
from queries.base.ask import Answer, EvidenceOf, ask
from queries.base.options import Options
from queries.base.present import columns
from queries.base.registry import REGISTRY, Parameter, Question
from queries.base.view import Graph, Link

__all__ = [
    "Answer",
    "Link",
    "Options",
    "Parameter",
    "Question",
    "answer",
    "columns",
    "find",
    "questions",
]


@cache
def questions() -> Mapping[str, Question]:
    """Every question by name, sorted."""
    for module in pkgutil.iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")
    return dict(sorted(REGISTRY.items()))


def find(name: str) -> Question:
    """The question `name`; QueryError, with all names, if there is none."""
    found = questions().get(name)
    if found is None:
        raise QueryError(f"no question is named {name!r}; there are {', '.join(questions())}")
    return found


def answer(
    name: str,
    graph: Graph,
    values: Mapping[str, Any] | None = None,
    options: Options | None = None,
    *,
    aliases: Mapping[str, Iterable[str]] | None = None,
    evidence_of: EvidenceOf | None = None,
) -> Answer:
    """The answer to the question `name` with its notes; see `queries.base.ask.ask` for the parameters.

    Raises QueryError for a name or parameters that don't fit.
    """
    return ask(find(name), graph, values or {}, options, aliases=aliases, evidence_of=evidence_of)
