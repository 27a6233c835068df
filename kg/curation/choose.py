"""From names as people type them to a decision about the entities of a graph."""

from collections.abc import Sequence

from kg.errors import CurationError, NotFoundError
from kg.lookup import find_entity
from kg.records import EntityNode
from kg.resolve.decisions import Decision
from kg.resolve.normal import normal
from kg.schema import ENTITY_TYPES
from kg.store import Store


def chosen(store: Store, do: str, names: Sequence[str], to: str, type_: str | None) -> Decision:
    """The decision `do` about `names`, of `type_` or of the type that all of them have.

    NotFoundError for a name that fits nothing, CurationError for what would change nothing.
    """
    one_type, nodes = _of_one_type(store, names, type_)
    found = list(dict.fromkeys(node.id for node in nodes))
    if do == "merge":
        if len(found) < 2:
            raise CurationError(f"{_told(names)} are one entity already, {found[0]}")
        distinct = {node.id: node.name for node in nodes}
        return Decision(do, one_type, tuple(distinct.values()))
    if do == "split":
        entity, *others = nodes
        for form, node in zip(names[1:], others, strict=True):
            if node.id != entity.id and form not in entity.aliases:
                raise CurationError(f"{entity.name!r} is not also written {form!r}; kg show tells")
        return Decision(do, one_type, (entity.name, *dict.fromkeys(names[1:])))
    if do == "keep-apart":
        if len({normal(name) for name in names}) < len(names):
            raise CurationError(f"{_told(names)}: two of them are spellings of one name")
        return Decision(do, one_type, tuple(names))
    (entity,) = nodes
    if to == (entity.type if do == "retype" else entity.name):
        raise CurationError(f"{entity.name!r} is {to!r} already")
    return Decision(do, one_type, (entity.name,), to)


def _of_one_type(
    store: Store, names: Sequence[str], type_: str | None
) -> tuple[str, list[EntityNode]]:
    """The type and the entities; of several types that have all the names, that of the best first fit."""
    first = find_entity(store, names[0], [type_] if type_ else None)
    wanted = [node.type for node in (first.best, *first.others)]
    missing: NotFoundError | None = None
    for one in dict.fromkeys([*wanted, *ENTITY_TYPES]):
        if type_ and one != type_:
            continue
        try:
            return one, [find_entity(store, name, [one]).best for name in names]
        except NotFoundError as error:
            missing = missing or error
    for name in names:
        find_entity(store, name, [type_] if type_ else None)  # raises with near names of any type
    raise CurationError(
        f"{_told(names)}: no one type has them all; kg curate retype changes a type"
    ) from missing


def _told(names: Sequence[str]) -> str:
    return ", ".join(map(repr, names))
