"""PubMed and MEDLINE XML: articles and chapters; sections of structured abstracts with their labels."""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from kg.readers.abstracts import joined_sections
from kg.readers.reference import reference_paper
from kg.readers.registry import Item, ReadLog, reader
from kg.readers.source import InputText
from kg.readers.xml_family import read_elements, with_id
from kg.readers.xml_stream import child, children, line_of, local, marked_text, text_of
from kg.records import Paper

_ROOT = re.compile(r"<(?:Pubmed(?:Book)?Article(?:Set)?|MedlineCitation(?:Set)?)\b")
_NAMES = frozenset({"PubmedArticle", "PubmedBookArticle", "MedlineCitation"})
# "[Title of a translated paper]."
_TRANSLATED = re.compile(r"\[(.*)\]\.?", re.DOTALL)


def sniff(head: str, name: str) -> bool:
    """Whether it holds PubMed's articles."""
    return head.lstrip("\ufeff \t\r\n").startswith("<") and bool(_ROOT.search(head))


@reader("pubmed-xml", sniff, rank=40)
def read(text: InputText, log: ReadLog) -> Iterator[Item]:
    """One paper an article or chapter."""
    # A citation is inside its article, or, in MEDLINE's own files, stands alone.
    whole = "<PubmedArticle" in text.head or "<PubmedBookArticle" in text.head
    names = _NAMES - {"MedlineCitation"} if whole else _NAMES
    yield from read_elements(text, log, names, _paper)


def _paper(record: Element) -> Paper | None:
    citation = record if local(record) == "MedlineCitation" else child(record, "MedlineCitation")
    book = child(record, "BookDocument")
    inner = book if book is not None else child(citation, "Article")
    source = book if book is not None else citation
    pmid = text_of(child(source, "PMID"))
    found = reference_paper(
        title=_title(inner),
        abstract=_abstract(inner, source),
        authors=[n for a in children(inner, "AuthorList", "Author") if (n := _name(a))],
        year=_year(inner, book),
        venue=line_of(child(inner, "Journal", "Title"))
        or line_of(child(inner, "Book", "BookTitle")),
        url=f"https://pubmed.ncbi.nlm.nih.gov/{pmid}/" if pmid else "",
        schemes={"doi": _doi(record, inner), "pmid": pmid},
        keywords=[line_of(e) for e in children(source, "KeywordList", "Keyword")],
    )
    return with_id(found, pmid)


def _title(inner: Element | None) -> str:
    title = " ".join(marked_text(child(inner, "ArticleTitle")).split())
    found = _TRANSLATED.fullmatch(title)
    title = found[1] if found else title
    if title in ("", "Not Available"):
        return line_of(child(inner, "VernacularTitle")) or line_of(
            child(inner, "Book", "BookTitle")
        )
    return title


def _abstract(*places: Element | None) -> str:
    """The abstract; else one of another kind or language that stands beside."""
    for place, name in (
        (places[0], "Abstract"),
        (places[1], "Abstract"),
        (places[1], "OtherAbstract"),
    ):
        sections = children(place, name, "AbstractText")
        found = joined_sections(
            (section.get("Label", ""), " ".join(marked_text(section).split()))
            for section in sections
        )
        if found:
            return found
    return ""


def _name(author: Element) -> str:
    given = line_of(child(author, "ForeName")) or line_of(child(author, "Initials"))
    whole = f"{given} {line_of(child(author, 'LastName'))}".strip()
    return whole or line_of(child(author, "CollectiveName"))


def _year(inner: Element | None, book: Element | None) -> str:
    issue = child(inner, "Journal", "JournalIssue", "PubDate")
    dates = (child(issue, "Year"), child(issue, "MedlineDate"), child(inner, "ArticleDate", "Year"))
    return next(
        filter(None, map(text_of, (*dates, child(book, "Book", "PubDate", "Year")))),
        "",
    )


def _doi(record: Element, inner: Element | None) -> str:
    given = [e for e in children(inner, "ELocationID") if e.get("EIdType") == "doi"]
    listed = [
        e
        for place in ("PubmedData", "PubmedBookData")
        for e in children(record, place, "ArticleIdList", "ArticleId")
        if e.get("IdType") == "doi"
    ]
    valid = [e for e in given if e.get("ValidYN") != "N"]
    return next((text_of(e) for e in (*valid, *listed)), "")
