"""HTML and JATS: entities decoded, known tags dropped with their content kept.

Only names that HTML or JATS define count as tags: "<think>", "<image>" and "</s>" are tokens that
papers write about, "a < b" and "<1%" are comparisons.
"""

import re
from html.entities import html5

from kg.text.offsets import Buffer, Edit

_ENTITY = re.compile(
    r"&(?:(?:amp|#38|#x26);)*(?:#(?P<dec>[0-9]{1,7})|#[xX](?P<hex>[0-9a-fA-F]{1,6})|(?P<name>\w{2,31}));"
)
_BLOCK = "p|br|hr|div|li|ul|ol|h[1-6]|tr|td|th|table|tbody|section|title"
_MARKING = "b|strong|i|em|u|italic|bold|underline"
_INLINE = f"{_MARKING}|sub|sup|span|a|font|sc|small|big|tt|inline-formula|tex-math|fixed-case"
_ATTRIBUTES = r"""(?:\s+[\w:-]{1,40}\s*=\s*(?:"[^"<>]*"|'[^'<>]*'|[^\s"'<>]+))*"""
_TAG = re.compile(
    rf"<(?P<close>/?)(?:(?P<block>(?:jats:)?(?:{_BLOCK}))|(?P<inline>(?:jats:)?(?:{_INLINE}))"
    rf"|(?P<xml>(?:jats|mml):[\w-]+))(?P<rest>{_ATTRIBUTES}\s*/?)>|<!--[^<>]{{0,500}}-->",
    re.IGNORECASE | re.DOTALL,
)
# Formulas that come in TeX and in MathML are read once.
_AGAIN = re.compile(r"(?<=</jats:tex-math>)\s*<mml:math\b.{0,20000}?</mml:math>", re.DOTALL)
_HEADING = re.compile(r"(?:jats:)?(?:title|h[1-6])$", re.IGNORECASE)
_LABEL_END = re.compile(r"\w\s*$")
_MARKS = re.compile(rf"(?:jats:)?(?:{_MARKING})$", re.IGNORECASE)


def _decode(match: re.Match[str]) -> str | None:
    if match["name"]:
        return html5.get(match["name"] + ";")
    code = int(match["dec"]) if match["dec"] else int(match["hex"], 16)
    if not 0 < code < 0x110000 or 0xD800 <= code < 0xE000:
        return None
    # Browsers read 128-159 as Windows-1252.
    if 0x80 <= code < 0xA0:
        return bytes([code]).decode("cp1252", "ignore") or None
    return chr(code)


def decode_entities(buffer: Buffer) -> None:
    """Entities as characters, however often they were escaped; unknown ones stay."""
    if "&" not in buffer.text:
        return
    edits: list[Edit] = []
    for match in _ENTITY.finditer(buffer.text):
        new = _decode(match)
        if new is not None:
            edits.append((*match.span(), new))
    buffer.apply(edits)


def strip_tags(buffer: Buffer) -> None:
    """Without known tags: a block tag leaves a space, a heading's end a colon too ("Background: We"), and
    an inline tag goes only as one of a pair."""
    if "<" not in buffer.text:
        return
    if "<mml:math" in buffer.text:
        buffer.apply((*match.span(), "") for match in _AGAIN.finditer(buffer.text))
    edits: list[Edit] = []
    opened: dict[str, list[re.Match[str]]] = {}
    for match in _TAG.finditer(buffer.text):
        i, j = match.span()
        inline = match["inline"]
        if not inline:
            ends_heading = match["close"] and _HEADING.match(match["block"] or "")
            colon = (
                ":" if ends_heading and _LABEL_END.search(buffer.text, max(0, i - 40), i) else ""
            )
            edits.append((i, j, f"{colon} " if match["block"] else ""))
        elif not match["close"]:
            opened.setdefault(inline.lower(), []).append(match)
        elif opened.get(inline.lower()):
            first = opened[inline.lower()].pop()
            edits += [(*first.span(), ""), (i, j, "")]
            if _MARKS.match(inline):
                buffer.mark(first.end(), i)
    buffer.apply(edits)
