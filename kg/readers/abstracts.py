"""What stands in an abstract's place: notes that there is none, sections with labels, a title.

An abstract stays as given; the word "Abstract" before it and copyright lines around it are left out of its
clean text by `kg.text.clean`, so that offsets stay true.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from kg.records import Paper

#: Attribute of a paper whose abstract is its title, because it has none.
FROM_TITLE: Final = "abstract_is_title"

# What databases write where they hold no abstract, alone or before a copyright line.
_NONE = re.compile(
    r"""\W*(?:
        (?:there\s+is\s+)?no\s+abstract(?:\s+(?:is\s+)?(?:available|provided|found|given|supplied|present|text))?
        | (?:an?\s+)?abstract\s+(?:is\s+)?(?:not|un)\s*-?\s*(?:available|provided|found)
        | not\s+available | n/?a | none | null | nan | undefined | unavailable | unknown | abstract | missing
    )\W*(?:(?:©|\(c\)|copyright)[^\n]{0,200})?\s*""",
    re.IGNORECASE | re.VERBOSE,
)
_LONGEST_NONE = 300


def tidy_abstract(text: str) -> str:
    """`text` as given; '' where it only says that there is no abstract, or holds no letter.

    "[No abstract available]", "N/A", "Abstract not available. © 2020 X" say so.
    """
    if len(text) <= _LONGEST_NONE and (_NONE.fullmatch(text) or not any(map(str.isalpha, text))):
        return ""
    return text


def joined_sections(sections: Iterable[tuple[str, str]]) -> str:
    """The abstract of (label, text) pairs: a line each, the label with a colon before its text.

    Empty labels and texts are left out; a label alone is no section.
    """
    lines = []
    for label, text in sections:
        label, text = label.strip().rstrip(":"), text.strip()
        if text:
            lines.append(f"{label}: {text}" if label else text)
    return "\n".join(lines)


def titled(paper: Paper) -> Paper:
    """The paper with "Title: " and its title for an abstract, so that every sentence shown as evidence says
    where it is from; the attribute `abstract_is_title` says so, too."""
    return replace(
        paper, abstract=f"Title: {paper.title.strip()}", extra={**paper.extra, FROM_TITLE: True}
    )
