"""A JSON document to its records, one at a time: memory holds one record, not the file.

A document is an array of records, one record, or an object that wraps its records as the answers of
interfaces do: {"results": [...]}, {"message": {"items": [...]}}. Several may follow one another.
A record may have fields of such names too: a list without objects wraps nothing, nor does an object that
names a paper before it.
"""

import json
import re
from collections.abc import Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final

from kg.claims.fields import CLAIM_FIELDS
from kg.errors import RecordError
from kg.fields import finite, mended

#: Keys under which an answer holds its list of records.
_LISTS: Final = frozenset(
    {
        "results",
        "items",
        "data",
        "notes",
        "papers",
        "recommendedPapers",
        "records",
        "works",
        "articles",
    }
)
#: Keys under which an answer holds the object with the list.
_INNER: Final = frozenset({"message", "response"})
_WRAPPING: Final = frozenset({(k, "[") for k in _LISTS} | {(k, "{") for k in _INNER})
_TOO_DEEP: Final = "not valid JSON: nested too deeply"
#: Keys that only a record has: what holds one of them wraps nothing.
_OF_RECORDS: Final = CLAIM_FIELDS | {"title", "abstract", "id", "paperId", "paper_id", "DOI"}
#: A record holds no more characters.
LONGEST: Final = 64 * 2**20

_SPACE = re.compile(r"[ \t\n\r\ufeff]*")
_DECODER = json.JSONDecoder(strict=False, parse_constant=finite, parse_float=finite)


class _Text:
    """The text of a document, read on as it is needed and dropped once it is passed."""

    def __init__(self, chunks: Iterator[str]) -> None:
        self._chunks = chunks
        self._text = ""
        self._at = 0

    def next(self) -> str:
        """The next character that is no space, which stays; '' at the end."""
        while True:
            self._at = _SPACE.match(self._text, self._at).end()  # type: ignore[union-attr]
            if self._at < len(self._text) or not self._more():
                return self._text[self._at : self._at + 1]

    def rest(self) -> str:
        """What is held and not passed."""
        return self._text[self._at :]

    def take(self, *wanted: str) -> str:
        """The next character, passed. Raises RecordError unless it is one of `wanted`."""
        found = self.next()
        if found not in wanted or not found:
            shown = repr(found) if found else "the end"
            raise RecordError(
                f"not valid JSON: expected {' or '.join(map(repr, wanted))}, found {shown}"
            )
        self._at += 1
        return found

    def value(self) -> Any:
        """The next JSON value, passed. Raises RecordError."""
        self.next()
        while True:
            try:
                value, end = _DECODER.raw_decode(self._text, self._at)
            except json.JSONDecodeError as error:
                if self._is_wrong(error):
                    raise RecordError(f"not valid JSON: {error.msg.removesuffix(' at')}") from error
            except RecursionError as error:
                raise RecordError(_TOO_DEEP) from error
            except ValueError as error:
                raise RecordError("not valid JSON: a number with too many digits") from error
            else:
                # A number at the end of a chunk may go on in the next.
                if end < len(self._text) or not self._more():
                    escaped = self._text.find("\\u", self._at, end) >= 0
                    self._at = end
                    return mended(value) if escaped else value

    def _is_wrong(self, error: json.JSONDecodeError) -> bool:
        """Whether more text could not mend the error; reads on if it could."""
        cut_off = error.msg.startswith("Unterminated string") or error.pos >= len(self._text) - 16
        if len(self._text) - self._at > LONGEST:
            raise RecordError(f"a record of more than {LONGEST // 2**20} million characters")
        return not cut_off or not self._more()

    def _more(self) -> bool:
        """Reads on: at least as much as is held, so that long values are parsed a few times only."""
        held = self._text[self._at :]
        parts, size = [held], 0
        while size <= len(held):
            chunk = next(self._chunks, None)
            if chunk is None:
                break
            parts.append(chunk)
            size += len(chunk)
        self._text, self._at = "".join(parts), 0
        return size > 0


def document_records(chunks: Iterator[str]) -> Iterator[Any]:
    """The records of a document, in order; an element of a list that is no object is given as it is.

    Raises RecordError where the text is no JSON; what was before it has been given.
    """
    text = _Text(chunks)
    try:
        while follows := text.next():
            if follows == "[":
                yield from _elements(text)
            elif follows == "{":
                record = yield from _object(text)
                if record is not None:
                    yield record
            else:
                yield text.value()
    except RecursionError as error:
        raise RecordError(_TOO_DEEP) from error


@dataclass(slots=True)
class Outline:
    """What a head tells of its records: the keys of the first one (and of what wraps it) as far as the head
    holds them, and whether an object wraps the records."""

    keys: set[str] = field(default_factory=set)
    wraps: bool = False


def outline(head: str) -> Outline:
    """The outline of the document, or the JSON Lines, that begin with `head`."""
    found = Outline()
    with suppress(RecordError, RecursionError):
        _outline(_Text(iter([head])), found)
    return found


def _elements(text: _Text) -> Iterator[Any]:
    text.take("[")
    if text.next() == "]":
        text.take("]")
        return
    while True:
        yield text.value()
        if text.take(",", "]") == "]":
            return


def _object(text: _Text) -> Generator[Any, None, dict[str, Any] | None]:
    """The records that an object wraps; returns the object where it wraps none."""
    record: dict[str, Any] = {}
    wraps = False
    for key in _keys(text):
        follows = text.next()
        may_wrap = not _OF_RECORDS & record.keys()
        if may_wrap and key in _LISTS and follows == "[":
            elements = _elements(text)
            record[key] = passed = _up_to_object(elements)
            if passed and isinstance(passed[-1], dict):
                wraps = True
                yield from passed
                yield from elements
        elif may_wrap and key in _INNER and follows == "{":
            record[key] = inner = yield from _object(text)
            if inner is None:
                wraps = True
            elif _OF_RECORDS & inner.keys():
                wraps = True
                yield inner
        else:
            record[key] = text.value()
    # The answer that found nothing: {"meta": {...}, "results": []}.
    empty = any(record[key] == [] for key in _LISTS & record.keys())
    return None if wraps or (empty and not _OF_RECORDS & record.keys()) else record


def _up_to_object(elements: Iterator[Any]) -> list[Any]:
    """The elements up to the first object, all where there is none."""
    passed = []
    for value in elements:
        passed.append(value)
        if isinstance(value, dict):
            break
    return passed


def _keys(text: _Text) -> Iterator[str]:
    """The keys of an object; each key's value must be passed before the next is asked for."""
    text.take("{")
    if text.next() == "}":
        text.take("}")
        return
    while True:
        if text.next() != '"':
            text.take('"')
        key = text.value()
        text.take(":")
        yield key
        if text.take(",", "}") == "}":
            return


def _outline(text: _Text, found: Outline) -> None:
    while text.next() == "[":
        text.take("[")
    for key in _keys(text):
        may_wrap = not _OF_RECORDS & found.keys
        found.keys.add(key)
        if may_wrap and (key, text.next()) in _WRAPPING:
            inner = outline(text.rest())
            if inner.keys:
                found.wraps = True
                found.keys |= inner.keys
                return
        text.value()
