"""The table of questions that the modules of `queries` fill."""

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from queries.base.view import Pattern, View

RawRow = dict[str, Any]
"""What both homes return for a row: ids and integer counts, and lists of these."""

Find = Callable[..., Iterable[RawRow]]
Support = Callable[[View, RawRow, Mapping[str, Any]], Iterable[Pattern]]


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter of a question.

    An `entity` (of `types`, any if empty), a `paper` or a `node` (either) is given by name and resolved to
    an id beforehand; a `choice` is one of `choices` and may be absent. `many` takes a list of ids.
    """

    name: str
    kind: Literal["entity", "paper", "node", "choice"]
    types: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    many: bool = False
    optional: bool = False
    help: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A named question with its two homes.

    `cypher` and `find(view, **parameters)` return equal raw rows. `fields` are those that are shown, in their
    order (`queries.base.present.columns` says as which columns). `keys` are the fields that identify a row and
    break ties; `score` ranks the rows (None: they come ordered by their keys). `support` names the edges
    behind a row. `pairs` is the entity type of a pairs question ('' else). `expand` turns the raw rows that
    are shown into several rows each. `needs_aliases`: `View.aliases` must be filled. `always_evidence`: a row
    without its surest edge would say nothing. `spare` columns tell nothing new: a table on a terminal does
    without them.
    """

    name: str
    doc: str
    parameters: tuple[Parameter, ...]
    cypher: str
    find: Find
    fields: tuple[str, ...]
    keys: tuple[str, ...]
    score: Callable[[RawRow], float] | None
    support: Support
    pairs: str = ""
    expand: Callable[[Sequence[RawRow]], list[RawRow]] | None = None
    needs_aliases: bool = False
    always_evidence: bool = False
    spare: tuple[str, ...] = ()

    @property
    def help(self) -> str:
        """One line that says what is answered."""
        return self.doc.strip().split("\n", 1)[0]


REGISTRY: dict[str, Question] = {}


def question(
    name: str,
    *,
    parameters: tuple[Parameter, ...] = (),
    cypher: str,
    fields: tuple[str, ...],
    keys: tuple[str, ...],
    score: Callable[[RawRow], float] | None,
    support: Support,
    **flags: Any,
) -> Callable[[Find], Find]:
    """Registers `find(view, **parameters)` under `name`; its module's docstring is the question's text."""

    def register(find: Find) -> Find:
        if name in REGISTRY:
            raise ValueError(f"a question named {name!r} is registered already")
        doc = sys.modules[find.__module__].__doc__ or ""
        REGISTRY[name] = Question(
            name, doc, parameters, cypher, find, fields, keys, score, support, **flags
        )
        return find

    return register
