"""What the formats of reference managers share."""

from kg.records import PaperNode


def abstract_text(paper: PaperNode) -> str:
    """The abstract without the markup it came with, which the formats could not tell from their own."""
    from kg.text import clean  # here, since help and other answers do without

    return clean(paper.abstract).text


def by_scheme(paper: PaperNode) -> dict[str, str]:
    """A paper's ids by scheme, without their prefix: `{"doi": "10.1/x"}`; the graph's own id first."""
    found: dict[str, str] = {}
    for identifier in (paper.id, *paper.ids):
        scheme, colon, rest = identifier.partition(":")
        if colon and rest:
            found.setdefault(scheme.lower(), rest)
    return found
