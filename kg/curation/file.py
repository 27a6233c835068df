"""Reading and changing `curation.toml`; comments and order survive.

One `[[decision]]` a decision, by type and name, never by id:

    [[decision]]
    do = "merge"  # or keep-apart
    type = "Method"
    names = ["LoRA", "low-rank adapters"]

`split` has `name` and `forms`, `rename` and `retype` have `name` and `to`, `ignore` has `name`. Other keys, such
as a `note`, are left alone.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT, Table

from kg.errors import CurationError
from kg.output.atomic import opened
from kg.resolve.decisions import KINDS, Decision
from kg.schema import ENTITY_TYPES

NAME: Final = "curation.toml"

_HEAD: Final = (
    "What people decided about the names of this graph. Edit it by hand or with kg curate."
)


def beside(graph: Path) -> Path:
    """Where the curation of `graph` is looked for."""
    return graph.parent / NAME


def decisions_for(graph: Path, path: Path | None) -> tuple[Decision, ...]:
    """The decisions of the file at `path`, which must exist; without one, of the file beside `graph`, if any."""
    if path is not None and not path.exists():
        raise CurationError(f"{path}: no such file; kg curate makes one")
    return Curation(path or beside(graph)).decisions


class Curation:
    """The file at `path`, which need not exist. `decisions` are in file order.

    Raises CurationError, in one line, for what is not TOML or no decision.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        text = _text_of(path)
        # A file stays as its editor ends lines; TOML Kit ends those that it adds with LF.
        self._newline = "\r\n" if "\r\n" in text else "\n"
        self._document = _parsed(path, text.replace("\r\n", "\n"))
        self._changed = False
        self._tables: list[Table] = list(_tables(path, self._document))
        self.decisions: tuple[Decision, ...] = tuple(
            _decision(table, f"{path}: decision {n}") for n, table in enumerate(self._tables, 1)
        )

    def add(self, decision: Decision) -> None:
        """Appends a decision. Raises CurationError where the file holds the same one already."""
        if decision in self.decisions:
            place = self.decisions.index(decision) + 1
            raise CurationError(f"{self.path}: decision {place} says so already: {decision.told()}")
        table = tomlkit.table()
        for key, value in _fields(decision).items():
            table.append(key, value)
        if "decision" not in self._document:
            self._document.append("decision", tomlkit.aot())
        array = self._document["decision"]
        assert isinstance(array, AoT)
        array.append(table)
        self._tables.append(table)
        self._changed = True
        self.decisions = (*self.decisions, decision)

    def undo(self, place: int | None = None) -> Decision:
        """Takes out the decision with this number, counted from 1, or the last; returns it."""
        if not self.decisions:
            raise CurationError(f"{self.path}: no decision to undo")
        if place is not None and not 1 <= place <= len(self.decisions):
            raise CurationError(
                f"{self.path}: no decision {place}; kg curate list numbers {len(self.decisions)}"
            )
        index = (place or len(self.decisions)) - 1
        array = self._document["decision"]
        assert isinstance(array, AoT)
        del array[index]
        if not array:
            del self._document["decision"]
        del self._tables[index]
        self._changed = True
        gone = self.decisions[index]
        self.decisions = (*self.decisions[:index], *self.decisions[index + 1 :])
        return gone

    def save(self) -> None:
        """Writes the file, whole or not at all; one that was not changed is left as it is."""
        if not self._changed:
            return
        with opened(self.path, decisions=True) as stream:
            stream.write(tomlkit.dumps(self._document).replace("\n", self._newline))


def _text_of(path: Path) -> str:
    """The file as it is, or as a new one begins."""
    if not path.exists():
        return f"# {_HEAD}\n"
    try:
        return path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CurationError(f"{path}: not UTF-8; save it as UTF-8") from error


def _parsed(path: Path, text: str) -> tomlkit.TOMLDocument:
    try:
        return tomlkit.parse(text)
    except (TOMLKitError, ValueError) as error:
        raise CurationError(f"{path}: not TOML: {error}; correct it by hand") from error


def _tables(path: Path, document: tomlkit.TOMLDocument) -> Iterator[Table]:
    array = document.get("decision", [])
    if not isinstance(array, list) or not all(isinstance(item, Table) for item in array):
        raise CurationError(f"{path}: decisions stand as [[decision]] tables")
    unknown = [key for key in document if key != "decision"]
    if unknown:
        raise CurationError(
            f"{path}: {unknown[0]!r} is unknown here; decisions stand as [[decision]] tables"
        )
    yield from array


def _decision(table: Mapping[str, Any], where: str) -> Decision:
    do, type_ = table.get("do"), table.get("type")
    if do not in KINDS:
        raise CurationError(f"{where}: do is {do!r}; give one of {', '.join(KINDS)}")
    if type_ not in ENTITY_TYPES:
        raise CurationError(f"{where}: type is {type_!r}; give one of {', '.join(ENTITY_TYPES)}")
    if do in ("merge", "keep-apart"):
        names = _texts(table, "names", where, least=2)
        if len(set(names)) < len(names):
            raise CurationError(f"{where}: a name stands twice in names; give each once")
    else:
        names = (_text(table, "name", where),)
    if do == "split":
        names += _texts(table, "forms", where, least=1)
    to = _text(table, "to", where) if do in ("rename", "retype") else ""
    if do == "retype" and (to not in ENTITY_TYPES or to == type_):
        others = ", ".join(name for name in ENTITY_TYPES if name != type_)
        raise CurationError(f"{where}: to is {to!r}; give one of {others}")
    return Decision(str(do), str(type_), names, to)


def _text(table: Mapping[str, Any], key: str, where: str) -> str:
    value = table.get(key)
    if not isinstance(value, str) or not value.strip():
        raise CurationError(f"{where}: {key} is {value!r}; give a name in quotes")
    return str(value)


def _texts(table: Mapping[str, Any], key: str, where: str, *, least: int) -> tuple[str, ...]:
    value = table.get(key)
    good = isinstance(value, list) and all(isinstance(v, str) and v.strip() for v in value)
    if not good or len(value or ()) < least:
        raise CurationError(f"{where}: {key} is {value!r}; give a list of {least} names or more")
    return tuple(map(str, value or ()))


def _fields(decision: Decision) -> dict[str, str | Sequence[str]]:
    fields: dict[str, str | Sequence[str]] = {"do": decision.do, "type": decision.type}
    if decision.do in ("merge", "keep-apart"):
        fields["names"] = list(decision.names)
    else:
        fields["name"] = decision.names[0]
    if decision.do == "split":
        fields["forms"] = list(decision.names[1:])
    if decision.to:
        fields["to"] = decision.to
    return fields
