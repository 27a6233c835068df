"""OpenAlex works: pages of its API, single works and snapshot lines; abstracts are inverted indexes."""

from collections.abc import Iterator, Mapping
from typing import Any

from kg.errors import RecordError
from kg.fields import text_field, wrong
from kg.readers.json_family import keys_of, list_at, read_records, text_at, with_id
from kg.readers.reference import reference_paper
from kg.readers.registry import Item, ReadLog, reader
from kg.readers.source import InputText
from kg.records import Paper

#: An abstract has no more words: positions beyond say that the index is damaged.
_MOST_WORDS = 200_000


def sniff(head: str, name: str) -> bool:
    """Whether the first record has an inverted index, or an OpenAlex id and a work's keys."""
    keys = keys_of(head)
    work = {"display_name", "authorships", "publication_year", "primary_location"}
    return "abstract_inverted_index" in keys or ("id" in keys and len(work & keys) > 1)


@reader("openalex", sniff, rank=40)
def read(text: InputText, log: ReadLog) -> Iterator[Item]:
    """One paper a work."""
    yield from read_records(text, log, _paper)


def _paper(work: Mapping[str, Any], where: str) -> Paper | None:
    ids, own = work.get("ids"), text_field(work, "id", where)
    url = text_at(work, "primary_location", "landing_page_url") or own
    found = reference_paper(
        title=text_field(work, "title", where) or text_at(work, "display_name"),
        abstract=abstract_of(work.get("abstract_inverted_index"), where),
        authors=[
            name
            for author in list_at(work, "authorships")
            if (
                name := text_at(author, "author", "display_name")
                or text_at(author, "raw_author_name")
            )
        ],
        year=text_at(work, "publication_year") or text_at(work, "publication_date"),
        venue=text_at(work, "primary_location", "source", "display_name")
        or text_at(work, "host_venue", "display_name"),
        url=url,
        schemes={
            "doi": text_at(work, "doi") or text_at(ids, "doi"),
            "pmid": text_at(ids, "pmid"),
            "openalex": text_at(ids, "openalex") or own,
        },
        keywords=[
            word for k in list_at(work, "keywords") if (word := text_at(k, "display_name").strip())
        ],
    )
    return with_id(found, own)


def abstract_of(index: Any, where: str) -> str:
    """The abstract of an inverted index {word: [positions]}, words placed by position; '' for null.

    Raises RecordError for what is no such index.
    """
    if index is None:
        return ""
    if not isinstance(index, Mapping):
        raise wrong(where, "abstract_inverted_index", "an object", index)
    placed: list[tuple[int, str]] = []
    for word, positions in index.items():
        if not isinstance(positions, list) or not all(type(p) is int for p in positions):
            raise wrong(where, "abstract_inverted_index", "lists of positions", positions)
        placed += ((position, word) for position in positions)
    if len(placed) > _MOST_WORDS:
        raise RecordError(f"{where}: abstract_inverted_index: more than {_MOST_WORDS} words")
    # Two words at one place keep the order in which they stand.
    return " ".join(word for _, word in sorted(placed, key=lambda item: item[0]))
