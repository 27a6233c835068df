"""An XML document to its records, one element at a time, without entities, files or network.

Declarations of entities stand before the root element, so they are checked first: an entity that stands for
one character is what a DTD may declare; one that stands for more, or for a file or an address, is refused.
The DTD that a document names is never fetched.
"""

import re
from collections.abc import Iterator
from typing import BinaryIO, Final, Literal
from xml.etree.ElementTree import Element, ParseError, XMLParser, XMLPullParser
from xml.parsers import expat

from kg.errors import InputError, RecordError

_CHUNK: Final = 64 * 1024
#: Room for a prolog, whose declarations of characters take some 20 KiB.
_LONGEST_PROLOG: Final = 2**20
_DEEPEST: Final = 200
#: A record holds no more elements: 10,000 authors with their addresses do not.
_LARGEST: Final = 1_000_000

# Inline markup that `kg.text.clean` reads; other marks are dropped here, their text kept.
_KEPT: Final = frozenset(
    {
        "b",
        "i",
        "u",
        "em",
        "strong",
        "bold",
        "italic",
        "sub",
        "sup",
        "sc",
        "tt",
        "tex-math",
        "fixed-case",
    }
)


class _PrologRead(Exception):
    """The root element was reached."""


def elements(
    data: BinaryIO, names: frozenset[str], where: str, encoding: str | None
) -> Iterator[Element]:
    """Each element of one of `names` (local names) in document order, whole; also nested ones.

    What lies outside them is dropped as it is read. Raises InputError for a document with entities or a DTD
    that are refused, RecordError where it is not well-formed: what was before has been given.
    """
    stack: list[Element] = []
    inside = size = 0
    for event, element in _events(data, where, encoding):
        wanted = local(element) in names
        if event == "start":
            stack.append(element)
            inside += wanted
            size = size + 1 if inside else 0
            if len(stack) > _DEEPEST or size > _LARGEST:
                raise InputError(f"{where}: XML nested too deeply, or a record without end")
            continue
        stack.pop()
        inside -= wanted
        if wanted:
            yield element
        if not inside and stack:
            stack[-1].remove(element)


def _events(
    data: BinaryIO, where: str, encoding: str | None
) -> Iterator[tuple[Literal["start", "end"], Element]]:
    chunk = _checked_prolog(data, where, encoding)
    parser = XMLPullParser(("start", "end"), _parser=XMLParser(encoding=_for_expat(encoding)))
    try:
        while chunk:
            parser.feed(chunk)
            yield from parser.read_events()  # type: ignore[misc]
            chunk = data.read(_CHUNK)
        parser.close()
        yield from parser.read_events()  # type: ignore[misc]
    except ParseError as error:
        raise _broken(error) from error


def local(element: Element) -> str:
    """An element's name without its namespace; '' for a comment or an instruction."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def child(element: Element | None, *path: str) -> Element | None:
    """The first element at a path of local names; None where there is none."""
    for name in path:
        element = (
            next((e for e in element if local(e) == name), None) if element is not None else None
        )
    return element


def children(element: Element | None, *path: str) -> list[Element]:
    """All elements of the last name of a path, inside the first at the path before it."""
    inside = child(element, *path[:-1])
    return [e for e in inside if local(e) == path[-1]] if inside is not None else []


def text_of(element: Element | None) -> str:
    """All text in an element without outer space, inner white space as it stands; '' for None."""
    return "".join(element.itertext()).strip() if element is not None else ""


def line_of(element: Element | None) -> str:
    """All text in an element, white space as single spaces."""
    return " ".join(text_of(element).split())


def marked_text(element: Element | None) -> str:
    """The text in an element, with the inline marks that `kg.text.clean` reads kept as tags; TeX in dollars."""
    if element is None:
        return ""
    parts: list[str] = []
    _marked(element, parts)
    return "".join(parts).strip()


def _marked(element: Element, parts: list[str]) -> None:
    parts.append(element.text or "")
    for inner in element:
        name = local(inner)
        if name == "tex-math":
            parts.append(f"${text_of(inner)}$")
        elif name in _KEPT:
            parts.append(f"<{name}>")
            _marked(inner, parts)
            parts.append(f"</{name}>")
        elif name:
            _marked(inner, parts)
        parts.append(inner.tail or "")


def _checked_prolog(data: BinaryIO, where: str, encoding: str | None) -> bytes:
    """Reads up to the root element and gives the bytes read. Raises InputError, RecordError."""
    parser = expat.ParserCreate(_for_expat(encoding))

    def refuse(what: str) -> InputError:
        return InputError(f"{where}: {what}; refused, because only an attack needs it")

    def entity(
        name: str, is_parameter: int, value: str | None, base: str | None, system: str | None,
        public: str | None, notation: str | None,
    ) -> None:  # fmt: skip
        if is_parameter or value is None:
            raise refuse(f"XML that declares the entity {name!r} by a file or address")
        if len(value) > 1:
            raise refuse(f"XML that declares the entity {name!r}, which is no single character")

    def doctype(name: str, system: str | None, public: str | None, has_subset: int) -> None:
        if system and (
            re.match(r"(?i)\s*(?:file|ftp|data|jar|php|expect):|\s*[/\\]|\s*[a-z]:[/\\]", system)
        ):
            raise refuse(f"XML with a DTD at {system[:60]!r}")

    def start(name: str, attributes: object) -> None:
        raise _PrologRead

    parser.EntityDeclHandler = entity
    parser.StartDoctypeDeclHandler = doctype
    parser.StartElementHandler = start
    read = b""
    while len(read) < _LONGEST_PROLOG:
        chunk = data.read(_CHUNK)
        read += chunk
        try:
            parser.Parse(chunk, not chunk)
        except _PrologRead:
            return read
        except expat.ExpatError as error:
            raise _broken(error) from error
        except ValueError as error:  # an encoding of several bytes that expat does not know
            raise RecordError(f"not readable XML: {error}") from error
        if not chunk:
            return read
    raise refuse("XML whose first megabyte holds no element")


def _broken(error: ParseError | expat.ExpatError) -> RecordError:
    why = str(error).partition(": line")[0]
    line, column = getattr(error, "position", None) or (error.lineno, error.offset)
    return RecordError(f"not well-formed XML: {why} at line {line}, column {column}")


def _for_expat(encoding: str | None) -> str | None:
    # With a byte order mark, expat knows UTF-16 itself.
    return None if encoding is None else {"utf-8-sig": "utf-8"}.get(encoding, encoding)
