"""Passes over single characters: repair of encodings, control characters, spaces, hyphens, NFC."""

import re
import unicodedata

from kg.text.hyphens import joins, vocabulary
from kg.text.offsets import Buffer, Edit

# Bytes that Windows-1252 maps away from Latin-1, back to the byte (0x80-0x9F; five are unmapped).
_BYTE = {chr(b): b for b in range(0x80, 0x100)}
for _b in range(0x80, 0xA0):
    try:
        _BYTE[bytes([_b]).decode("cp1252")] = _b
    except UnicodeDecodeError:
        continue
_TAIL = "".join(re.escape(c) for c, b in _BYTE.items() if b < 0xC0)
# Quotes, dashes and dots follow capitals in honest text ("CAFÉ”"), so a two-byte sequence with
# them counts only after the two leads that encode Latin-1.
_SAFE_TAIL = "".join(re.escape(c) for c, b in _BYTE.items() if b < 0xC0 and c not in "‘’“”–—…‚„•")
_MOJIBAKE = re.compile(
    rf"[ÂÃ][{_TAIL}]|[ÄÅÎÏ][{_SAFE_TAIL}]|[à-ï][{_TAIL}]{{2}}|[ð-ô][{_TAIL}]{{3}}"
)
_ANSI = r"\x1b\[[0-?]*[ -/]*[@-~]"
_DROP = (
    r"[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e"
    r"\u2060-\u2064\u2066-\u206f\ufeff\ufff9-\ufffb]+"
)
_CONTROL = re.compile(
    rf"(?P<ansi>{_ANSI})|(?<=[a-z])(?P<hyphen>\x02)(?=[a-z])|(?P<drop>{_DROP})"
    r"|(?P<broken>[\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff])|(?P<ligature>[\ufb00-\ufb06])"
)
_SPACES = re.compile(r"\s{2,}|[^\S ]|^ | $")
_ODD_SPACE = re.compile(r"[^\S ]|  |^\s|\s$")
_BREAK = re.compile(r"(?<=[^\W\d_])[-\u2010][ \t]*\r?\n[ \t]*(?=[^\W\d_])")
_COMBINING = "\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\u3099\u309a"
_SEQUENCE = re.compile(rf"[^\s{_COMBINING}][{_COMBINING}]+")


def repair_mojibake(buffer: Buffer) -> None:
    """UTF-8 that was read as Windows-1252, decoded again sequence by sequence ("MÃ¶bius")."""
    edits: list[Edit] = []
    for match in _MOJIBAKE.finditer(buffer.text):
        data = bytes(_BYTE[char] for char in match.group())
        try:
            edits.append((match.start(), match.end(), data.decode("utf-8")))
        except UnicodeDecodeError:
            continue
    buffer.apply(edits)


def drop_controls(buffer: Buffer) -> None:
    """Without colour codes, control and zero-width characters; ligatures spelled out.

    U+0002 between lower-case letters is what PDF extraction leaves of a hyphen at a line end.
    """
    text = buffer.text
    words = vocabulary(text) if "\x02" in text else frozenset[str]()
    edits: list[Edit] = []
    for match in _CONTROL.finditer(text):
        i, j = match.span()
        match match.lastgroup:
            case "hyphen":
                edits.append((i, j, "" if joins(text, i, j, words) else "-"))
            case "broken":
                edits.append((i, j, "\ufffd"))
            case "ligature":
                edits.append((i, j, unicodedata.normalize("NFKC", text[i:j])))
            case _:
                edits.append((i, j, ""))
    buffer.apply(edits)


def join_broken_words(buffer: Buffer) -> None:
    """Words broken over a line end put together; `hyphens.joins` says whether the hyphen stays."""
    text = buffer.text
    breaks = [match.span() for match in _BREAK.finditer(text)]
    if breaks:
        words = vocabulary(text)
        buffer.apply((i if joins(text, i, j, words) else i + 1, j, "") for i, j in breaks)


def collapse_spaces(buffer: Buffer) -> None:
    """Every run of white space one space, none at the ends."""
    if not _ODD_SPACE.search(buffer.text):
        return
    size = len(buffer.text)
    buffer.apply(
        (m.start(), m.end(), "" if m.start() == 0 or m.end() == size else " ")
        for m in _SPACES.finditer(buffer.text)
    )


def compose(buffer: Buffer) -> None:
    """A letter and its combining marks as one character where Unicode has one (NFC)."""
    edits: list[Edit] = []
    for match in _SEQUENCE.finditer(buffer.text):
        composed = unicodedata.normalize("NFC", match.group())
        if len(composed) == 1:
            edits.append((*match.span(), composed))
    buffer.apply(edits)
