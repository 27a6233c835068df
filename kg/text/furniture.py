"""What publishers put round an abstract: the word "Abstract" before it, copyright lines at either end."""

import re

from kg.text.offsets import Buffer, Edit

# Only where the word stands apart: "Abstract Meaning Representation" begins a sentence.
_PREFIX = re.compile(
    r"""\s*(?:
        (?:[Aa]bstract|ABSTRACT|Summary|SUMMARY)\s*(?:[:.]|[—–]|\s-(?=\s)|\n)[\s:—–]*(?=\S)
        | [(\[](?:[Aa]bstract|ABSTRACT|Summary|SUMMARY)[)\]]\s*[:.—–-]?\s*(?=\S)
        | ABSTRACT\s+(?=[A-Z])
        # "Abstract Every year ..." is a label, "Abstract Visual Reasoning" a name.
        | Abstract\s+(?=(?:We|I|This|The|These|Our|Here|Background|Objectives?|Purpose)\b
            |[A-Z][\w'’-]*,?\s(?![A-Z]))
    )""",
    re.VERBOSE,
)
_SIGN = r"(?:©|\([cC]\))"
_YEAR = r"(?:19|20)\d\d"
_LINE = rf"(?:{_SIGN}\s*(?:Copyright\b)?|Copyright:?\s*{_SIGN}|Copyright(?=,?\s*{_YEAR}))"
# "© 2019 Elsevier B.V. All rights reserved." before the first sentence: its full stops that end no
# sentence are those of initials and of "Inc.", "Ltd.", "Co.".
_BEFORE = re.compile(
    rf"\s*{_LINE}[^.\n]{{0,60}}?{_YEAR}"
    r"(?:[^.\n]|\.(?=[A-Z]\.|,)|(?<=[ .][A-Z])\.|(?<=Inc)\.|(?<=Ltd)\.|(?<=Co)\.){0,120}?"
    r"(?:\.\s*(?:All rights reserved\.\s*)?|\n\s*)(?=[\"“'(]?[A-Z]\w*[\s,-])"
)
_AFTER = re.compile(
    rf"(?:(?<=[.!?)\]\"”%])|(?<=\n)|(?<=[.!?]\s))\s*(?:Crown\s+)?"
    rf"(?:{_LINE}[^.]{{0,40}}?{_YEAR}|©\s*[A-Z]|Copyright:?\s*{_SIGN}|All [Rr]ights [Rr]eserved)"
)
#: A copyright line is no longer than this; a longer end is text.
_LONGEST = 400


def strip_furniture(buffer: Buffer) -> None:
    """Without the word "Abstract" in front and copyright lines at the ends; a text of nothing else stays."""
    text = buffer.text
    edits: list[Edit] = []
    start = _prefix_end(text, 0)
    if before := _BEFORE.match(text, start):
        start = _prefix_end(text, before.end())
    if start:
        edits.append((0, start, ""))
    if "©" in text or "opyright" in text or "(c)" in text or "(C)" in text or "ights " in text:
        after = _AFTER.search(text, max(start + 1, len(text) - _LONGEST))
        if after:
            edits.append((after.start(), len(text), ""))
    buffer.apply(edits)


def _prefix_end(text: str, at: int) -> int:
    found = _PREFIX.match(text, at)
    return found.end() if found else at
