"""BibTeX text to entries, streaming: one entry in memory at a time, what is broken named.

Own parser, because those at hand lose what people have. bibtexparser 2.1.0 (MIT) reads clean exports well,
but holds the file in memory, drops entries without a key or a comma after it, and lets a value after
which the comma lacks swallow the next field. pybtex 0.26.1 (MIT) stops at the first unclosed brace,
empty or repeated key.

An entry begins at a line that starts with `@type{`: so one unclosed brace costs one entry. A value ends at
its balancing brace, escaped braces not counted; where that does not come out, they are counted, as
BibTeX does. Text outside entries is a comment, unless it looks like the fields of a broken entry.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple


class Entry(NamedTuple):
    """An entry: its first line (from 1), type and key as given, values by lower-case field name.

    Values are without delimiters (also a second pair of braces round the whole), macros and `#` resolved.
    `odd` says that some text in the entry could not be read.
    """

    line: int
    kind: str
    key: str
    fields: dict[str, str]
    odd: str = ""


class Fault(NamedTuple):
    """An entry, or fields outside of any, that cannot be read, and why."""

    line: int
    why: str


# By how many characters macros may lengthen an entry: macros made of macros double at every step.
_MOST_GROWTH: Final = 5000

_NAME: Final = r"""[^\s=,{}"#%]++"""
_START = re.compile(r"\s*+@\s*+[A-Za-z]++[ \t]*+(?:\{|(?<=[A-Za-z])\()")
_ENTRY = re.compile(r"(?<![\w.])@\s*+([A-Za-z]++)\s*+([{(])")
_FIELD_OUTSIDE = re.compile(r'^[ \t]*+[A-Za-z][\w-]*+[ \t]*+=[ \t]*+["{]', re.M)
_GAP = re.compile(r"(?:[\s,]++|%[^\n]*+)*+")
_FIELD = re.compile(rf"({_NAME})\s*+=\s*+")
_NEXT_FIELD = re.compile(rf""",\s*+{_NAME}\s*+=\s*+["{{\w]""")
_MORE_FIELDS = re.compile(rf"""\s*+,\s*+{_NAME}\s*+=\s*+["{{]""")
_JOIN = re.compile(r"\s*+#\s*+")
_AFTER_QUOTE = re.compile(rf"\s*+(?:#|\Z|[}})]|,\s*+(?:\Z|[}})%]|{_NAME}\s*+=)|{_NAME}\s*+=)")
_KEY = {"}": re.compile(r'[^,={}"#]*+'), ")": re.compile(r'[^,={}"#)]*+')}
_BARE = {"}": re.compile(r'[^,{}"#\n]*+'), ")": re.compile(r'[^,{}"#\n)]*+')}


class _Marks(NamedTuple):
    """How braces are found: with or without those that a backslash escapes."""

    braces: re.Pattern[str]
    quotes: re.Pattern[str]


_UNESCAPED = _Marks(re.compile(r"\\[\\{}]|[{}]"), re.compile(r'\\[\\{}"]|[{}"]'))
_ALL = _Marks(re.compile(r"[{}]"), re.compile(r'[{}"]'))


class _BrokenError(Exception):
    """The entry cannot be read any further."""


@dataclass(slots=True)
class _Body:
    """What stands between an entry's delimiters; `end` is where the text goes on."""

    end: int
    key: str = ""
    fields: dict[str, str] = field(default_factory=dict)
    closed: bool = False
    odd: str = ""


def entries(lines: Iterable[str]) -> Iterator[Entry | Fault]:
    """The entries of a file and what is broken in it, in order; comments and the preamble left out.

    A macro that is not defined before its use stands for its own name, as months do. Linear in the text.
    """
    macros: dict[str, str] = {}
    for number, chunk in _chunks(lines):
        yield from _chunk_entries(chunk, number, macros)


def _chunks(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Pieces with the number of their first line; each but the first begins at the start of an entry."""
    held: list[str] = []
    first = 1
    for number, line in enumerate(lines, 1):
        if "@" in line and _START.match(line):
            if held:
                yield first, "".join(held)
            held, first = [], number
        elif not held:
            if "@" not in line and "=" not in line:
                continue
            first = number
        held.append(line)
    if held:
        yield first, "".join(held)


def _chunk_entries(chunk: str, number: int, macros: dict[str, str]) -> Iterator[Entry | Fault]:
    pos, line = 0, number
    while start := _ENTRY.search(chunk, pos):
        yield from _outside(chunk, pos, start.start(), line)
        line += chunk.count("\n", pos, start.start())
        kind, closer = start[1], "}" if start[2] == "{" else ")"
        if kind.lower() in ("comment", "preamble"):
            end = _closing(chunk, start.end() - 1, _ALL.braces) if closer == "}" else -1
            pos = end + 1 if end >= 0 else len(chunk)
            line += chunk.count("\n", start.start(), pos)
            continue
        is_string = kind.lower() == "string"
        try:
            body = _body(chunk, start.end(), closer, macros, keyed=not is_string)
        except _BrokenError as error:
            more = sum(1 for _ in _ENTRY.finditer(chunk, start.end()))
            lost = f", and {more} more that begin inside it" if more else ""
            yield Fault(line, f"@{kind}: {error}{lost}")
            return
        if is_string:
            macros.update(body.fields)
        else:
            yield Entry(line, kind, body.key, body.fields, body.odd)
        pos = body.end
        line += chunk.count("\n", start.start(), pos)
    yield from _outside(chunk, pos, len(chunk), line)


def _outside(chunk: str, i: int, j: int, line: int) -> Iterator[Fault]:
    found = _FIELD_OUTSIDE.search(chunk, i, j)
    if found:
        line += chunk.count("\n", i, found.start())
        yield Fault(line, "fields outside of an entry; a brace before them closes too early")


def _body(text: str, pos: int, closer: str, macros: dict[str, str], *, keyed: bool) -> _Body:
    """The body read so that it comes out clean, else as far as it can be. Raises _BrokenError."""
    found: _Body | None = None
    broken: _BrokenError | None = None
    for marks in (_UNESCAPED, _ALL):
        try:
            body = _fields(text, pos, closer, macros, marks, keyed)
        except _BrokenError as error:
            broken = broken or error
            continue
        if body.closed and not body.odd:
            return body
        found = found or body
    if found is None:
        raise broken or _BrokenError
    if not found.closed:
        found.odd = found.odd or "its last brace lacks"
    return found


def _fields(
    text: str, pos: int, closer: str, macros: dict[str, str], marks: _Marks, keyed: bool
) -> _Body:
    body, growth = _Body(len(text)), 0
    if keyed:
        body.key, pos = _key(text, pos, closer)
    while (pos := _gap(text, pos)) < len(text):
        if text[pos] == closer:
            if not _MORE_FIELDS.match(text, pos + 1):
                body.end, body.closed = pos + 1, True
                return body
            body.odd, pos = "a brace too many", pos + 1
        elif name := _FIELD.match(text, pos):
            value, pos = _value(text, name.end(), closer, macros, marks)
            growth += max(0, len(value) - (pos - name.end()))
            if growth > _MOST_GROWTH:
                raise _BrokenError("its macros grow beyond reason")
            _keep(body, name[1].lower(), value)
        else:
            body.odd = "text between its fields"
            following = _NEXT_FIELD.search(text, pos)
            if not following:
                end = text.rfind(closer, pos)
                body.end, body.closed = (end + 1 if end >= 0 else len(text)), end >= 0
                return body
            pos = following.start()
    last = next(reversed(body.fields.values()), "")
    if _NEXT_FIELD.search(last):
        # The fields after it went into this one.
        raise _BrokenError("a brace is not closed")
    return body


def _keep(body: _Body, name: str, value: str) -> None:
    known = body.fields.get(name)
    if known and value and value != known:
        body.odd = f"{name} given twice, the second left out"
    elif not known:
        body.fields[name] = value


def _gap(text: str, pos: int) -> int:
    found = _GAP.match(text, pos)
    return found.end() if found else pos


def _key(text: str, pos: int, closer: str) -> tuple[str, int]:
    """The key, and where the fields begin; '' for an entry without one."""
    found = _KEY[closer].match(text, pos)
    end = found.end() if found else pos
    words = text[pos:end].split()
    if text[end : end + 1] == "=" and words:
        # No comma: the last word is a field's name.
        return " ".join(words[:-1]), text.rindex(words[-1], pos, end)
    if text[end : end + 1] not in (",", closer):
        comma = text.find(",", end)
        if comma < 0:
            raise _BrokenError("has no fields")
        return " ".join(text[pos:comma].split()), comma
    return " ".join(words), end


def _value(
    text: str, pos: int, closer: str, macros: dict[str, str], marks: _Marks
) -> tuple[str, int]:
    parts: list[str] = []
    start, size = pos, 0
    while True:
        match text[pos : pos + 1]:
            case "{":
                end = _closing(text, pos, marks.braces)
                if end < 0:
                    raise _BrokenError("a brace is not closed")
                parts.append(text[pos + 1 : end])
                pos = end + 1
            case '"':
                end = _quote_end(text, pos, marks.quotes)
                if end < 0:
                    raise _BrokenError("a quotation mark is not closed")
                parts.append(text[pos + 1 : end])
                pos = end + 1
            case _:
                found = _BARE[closer].match(text, pos)
                word = found.group().strip() if found else ""
                pos = found.end() if found else pos
                parts.append(macros.get(word.lower(), word))
        size += len(parts[-1])
        if size - (pos - start) > _MOST_GROWTH:
            raise _BrokenError("its macros grow beyond reason")
        joined = _JOIN.match(text, pos)
        if not joined:
            return _bare("".join(parts)), pos
        pos = joined.end()


def _bare(value: str) -> str:
    """Without outer white space and a pair of braces round the whole."""
    value = value.strip()
    if value.startswith("{") and _closing(value, 0, _UNESCAPED.braces) == len(value) - 1:
        return value[1:-1].strip()
    return value


def _closing(text: str, start: int, braces: re.Pattern[str]) -> int:
    """The index of the brace that balances the one at `start`; -1 where there is none."""
    depth = 0
    for found in braces.finditer(text, start):
        match found.group():
            case "{":
                depth += 1
            case "}":
                depth -= 1
                if not depth:
                    return found.start()
    return -1


def _quote_end(text: str, start: int, quotes: re.Pattern[str]) -> int:
    """The index of the closing mark: outside of braces, and what may follow a value follows; else -1."""
    depth = 0
    for found in quotes.finditer(text, start + 1):
        match found.group():
            case "{":
                depth += 1
            case "}":
                depth -= 1
                if depth < 0:
                    return -1
            case '"' if not depth and _AFTER_QUOTE.match(text, found.end()):
                return found.start()
    return -1
