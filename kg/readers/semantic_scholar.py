"""Semantic Scholar: answers of its Graph API (search, batch, recommendations, citations) and dataset lines."""

from collections.abc import Iterator, Mapping
from typing import Any

from kg.fields import text_field
from kg.readers.json_family import at, keys_of, list_at, read_records, text_at, with_id
from kg.readers.reference import reference_paper
from kg.readers.registry import Item, ReadLog, reader
from kg.readers.source import InputText
from kg.records import Paper

#: An external id's name -> our scheme.
_EXTERNAL = {"DOI": "doi", "ArXiv": "arxiv", "PubMed": "pmid", "ACL": "acl"}
_INNER = ("citedPaper", "citingPaper")


def sniff(head: str, name: str) -> bool:
    """Whether the first record has a `paperId`, a citation's paper, or a dataset's `corpusid`."""
    keys = keys_of(head)
    return bool(keys & {"paperId", *_INNER}) or {"corpusid", "externalids"} <= keys


@reader("semantic-scholar", sniff, rank=40)
def read(text: InputText, log: ReadLog) -> Iterator[Item]:
    """One paper a record; fields may be null or absent."""
    yield from read_records(text, log, _paper)


def _paper(record: Mapping[str, Any], where: str) -> Paper | None:
    inner = next((record[key] for key in _INNER if isinstance(record.get(key), Mapping)), record)
    external = at(inner, "externalIds") or at(inner, "externalids")
    corpus = (
        text_at(inner, "corpusId") or text_at(inner, "corpusid") or text_at(external, "CorpusId")
    )
    own = text_at(inner, "paperId")
    found = reference_paper(
        title=text_field(inner, "title", where),
        abstract=text_field(inner, "abstract", where),
        authors=[name for a in list_at(inner, "authors") if (name := text_at(a, "name").strip())],
        year=text_at(inner, "year") or text_at(inner, "publicationDate"),
        venue=text_at(inner, "venue")
        or text_at(inner, "journal", "name")
        or text_at(inner, "publicationVenue", "name"),
        url=text_at(inner, "url"),
        schemes={ours: text_at(external, theirs) for theirs, ours in _EXTERNAL.items()}
        | {"s2": own or corpus},
    )
    return with_id(found, own or corpus)
