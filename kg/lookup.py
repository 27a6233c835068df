"""Names as people write them to nodes of the graph."""

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Generic, Protocol, TypeVar

from kg.errors import NotFoundError
from kg.records import EntityNode, PaperNode
from kg.resolve.core import core
from kg.resolve.normal import normal
from kg.schemes import SCHEMES, scheme_ids, schemes_of_url
from kg.store.trigrams import fold

_NEAR_NAMES: Final = 5
#: Longest part of a name that an error repeats.
_SHOWN: Final = 60
#: An id with the name of its scheme: `arXiv:2401.00001`, `DOI 10.1/x`.
_NAMED_ID: Final = re.compile(rf"({'|'.join(SCHEMES)})(?::\s*|\s+)(\S+)", re.IGNORECASE)

Node = TypeVar("Node", EntityNode, PaperNode)


class Names(Protocol):
    """What looking up a name asks of a home of the graph; `kg.store.Store` says what each gives."""

    def entity(self, id: str, /) -> EntityNode: ...
    def paper(self, id: str, /) -> PaperNode: ...
    def entity_with_id(self, id: str, /) -> list[str]: ...
    def entities_named(
        self, form: str, /, *, rank: int | None = None
    ) -> list[tuple[int, int, str]]: ...
    def proposers(self, entity_id: str, /) -> list[str]: ...
    def papers_named(self, text: str, /) -> list[str]: ...
    def papers_starting(self, text: str, limit: int, /) -> list[str]: ...
    def papers_titled(self, text: str, /, *, part: bool = False) -> list[str]: ...
    def near(self, text: str, /) -> Iterable[tuple[float, str, str, str]]: ...
    def meta(self) -> Mapping[str, Any]: ...


@dataclass(frozen=True, slots=True)
class Found(Generic[Node]):
    """The node that fits a name best, and the others that fit it, best first."""

    best: Node
    others: list[Node]


def find_entity(store: Names, name: str, types: Collection[str] | None = None) -> Found[EntityNode]:
    """The entity called `name`, of one of `types` (any without): by id, exact name, alias or normal form; of
    equals the one in most papers. Raises NotFoundError with up to five near names, with the type that the
    name has instead, or with the decision that leaves it out of the graph.
    """
    fitting = _entity_ids(store, name)
    ids = [id_ for id_ in fitting if not types or id_.partition(":")[0] in types]
    if ids:
        best, *others = (store.entity(id_) for id_ in ids)
        return Found(best, others)
    if fitting:
        kind = fitting[0].partition(":")[0]
        raise NotFoundError(
            f"{_shown(name)} is a {kind} here; this asks for a {' or '.join(types or ())}"
        )
    for number, type_, ignored in store.meta().get("ignored", ()):
        if (not types or type_ in types) and _keys(ignored).keys() & _keys(name).keys():
            raise NotFoundError(
                f"{_shown(name)} is ignored by decision {number}; kg curate undo {number} brings it back"
            )
    near = _near(store, name, types or ("Task", "Method", "Dataset"))
    raise NotFoundError(f"nothing is called {_shown(name)}{_suggest(near)}")


def find_paper(store: Names, text: str) -> Found[PaperNode]:
    """The paper that `text` means: by its id, its title, an id of its as people write them (an address, a DOI
    or arXiv id with or without its scheme), the name of what it proposes, a unique prefix of its id, or a part
    of its title. Raises NotFoundError with up to five near titles, or with the ids that begin with it where
    these are several.
    """
    ids = _paper_ids(store, text)
    if ids:
        best, *others = (store.paper(id_) for id_ in ids)
        return Found(best, others)
    if starting := _starting(store, text):
        listed = ", ".join(starting[:_NEAR_NAMES]) + (", ..." if starting[_NEAR_NAMES:] else "")
        raise NotFoundError(
            f"several papers have an id that begins with {_shown(text)}: {listed}; give more of it"
        )
    near = _near(store, text, ("Paper",))
    raise NotFoundError(f"no paper fits {_shown(text)}{_suggest(near)}")


def _entity_ids(store: Names, name: str) -> list[str]:
    named = store.entities_named(name)
    exact = [id_ for _, _, id_ in named if id_ == name.strip() or store.entity(id_).name == name]
    ids = [*store.entity_with_id(name.strip()), *exact, *(id_ for _, _, id_ in named)]
    for key in _keys(name):
        ids.extend(id_ for _, _, id_ in store.entities_named(key, rank=2))
    return list(dict.fromkeys(ids))


def _keys(name: str) -> dict[str, None]:
    """The normal form of a name, and that without words that say only what kind of thing it is."""
    return dict.fromkeys((normal(name), core(name, {})))


def _paper_ids(store: Names, text: str) -> list[str]:
    if not fold(text):  # nothing but space and control characters, which every title would hold
        return []
    if found := store.papers_named(text):
        return found
    titled = store.papers_titled(text)
    written = (id_ for name in _scheme_ids(text) for id_ in store.papers_named(name))
    if not titled and (found := list(dict.fromkeys(written))):
        return found
    # A whole title, or the name that a paper gave to its own proposal, is surer than letters that begin an id
    # by chance, and these are surer than the same letters inside some title.
    proposed = [p for id_ in _entity_ids(store, text) for p in store.proposers(id_)]
    starting = _starting(store, text)
    prefixed = starting if len(starting) == 1 else []
    parts = [] if titled else store.papers_titled(text, part=True)
    return list(dict.fromkeys([*titled, *proposed, *prefixed, *parts]))


def _scheme_ids(text: str) -> tuple[str, ...]:
    """The ids, as `scheme:value`, that `text` may be: with its scheme's name, without it, or an address."""
    text = text.strip()
    if named := _NAMED_ID.fullmatch(text):
        return scheme_ids({named[1]: named[2]})
    if len(text.split()) > 1:
        return ()
    if "/" not in text:
        return scheme_ids(dict.fromkeys(SCHEMES, text))
    # Of what holds a slash a part is an id only where the site, or the form of the id, says so.
    address = text if "://" in text else f"https://{text}"
    return scheme_ids(schemes_of_url(address) or {"doi": text}) or scheme_ids({"arxiv": text})


def _starting(store: Names, text: str) -> list[str]:
    """Papers with an id that begins with `text`, one more than an error names."""
    return store.papers_starting(text, _NEAR_NAMES + 1) if fold(text) else []


def _near(store: Names, text: str, labels: Collection[str]) -> list[str]:
    names: dict[str, str] = {}
    for _, form, id_, label in store.near(text):
        if label in labels:
            names.setdefault(id_, form)
        if len(names) == _NEAR_NAMES:
            break
    return list(dict.fromkeys(names.values()))


def _suggest(near: Iterable[str]) -> str:
    names = ", ".join(map(_shown, near))
    return f"; did you mean {names}?" if names else "; kg search finds names by their parts"


def _shown(text: str) -> str:
    line = " ".join(text.split())
    return repr(line if len(line) <= _SHOWN else line[:_SHOWN] + "…")
