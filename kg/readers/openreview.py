"""OpenReview: notes of both versions of its API, and lists made from it such as those of paperlists."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from kg.errors import RecordError
from kg.fields import authors_field, text_field
from kg.readers.json_family import at, keys_of, read_records, text_at, texts_at, with_id
from kg.readers.reference import reference_paper, split_keywords
from kg.readers.registry import Item, ReadLog, reader
from kg.readers.source import InputText
from kg.records import Paper

_NOTE = {"forum", "invitation", "invitations", "signatures", "cdate", "number", "id", "tcdate"}
_LIST = {
    "site",
    "openreview",
    "status",
    "track",
    "authorids",
    "or_profile",
    "primary_area",
    "author_site",
}


def sniff(head: str, name: str) -> bool:
    """Whether the first record is a note with its `content`, or a row of a list of such."""
    keys = keys_of(head)
    if "content" in keys and _NOTE & keys:
        return True
    return "title" in keys and len(_LIST & keys) > 1


@reader("openreview", sniff, rank=45)
def read(text: InputText, log: ReadLog) -> Iterator[Item]:
    """One paper a note; reviews and other replies are named and left out."""
    yield from read_records(text, log, _paper)


def _paper(record: Mapping[str, Any], where: str) -> Paper | None:
    content = record.get("content")
    fields = {
        k: _value(v) for k, v in (content if isinstance(content, Mapping) else record).items()
    }
    own = text_at(record, "id") or text_at(record, "forum")
    forum = text_at(record, "forum") or own
    if forum != own or text_at(record, "replyto") not in ("", own):
        raise RecordError(f"{where}: a reply to a paper, not a paper")
    site = next((u for k in ("site", "url", "openreview") if (u := text_at(fields, k))), "")
    found = reference_paper(
        title=text_field(fields, "title", where).strip(),
        abstract=text_field(fields, "abstract", where),
        authors=authors_field(fields.get("authors") or fields.get("author"), where),
        year=_year(record, fields),
        venue=text_at(fields, "venue") or text_at(fields, "conference"),
        url=site or (f"https://openreview.net/forum?id={forum}" if forum and content else ""),
        schemes={
            "openreview": forum if content or "openreview.net" in site else "",
            "doi": text_at(fields, "doi"),
            "arxiv": text_at(fields, "arxiv"),
        },
        keywords=texts_at(fields, "keywords") or split_keywords([text_at(fields, "keywords")]),
    )
    return with_id(found, own)


def _value(value: Any) -> Any:
    """A field's value: the second version of the API wraps each as {"value": ...}."""
    return value["value"] if isinstance(value, Mapping) and "value" in value else value


def _year(record: Mapping[str, Any], fields: Mapping[str, Any]) -> str:
    given = text_at(fields, "year") or text_at(fields, "venue") or text_at(fields, "venueid")
    if any(c.isdigit() for c in given):
        return given
    created = at(record, "pdate") or at(record, "cdate") or at(record, "tcdate")
    try:
        # Milliseconds since 1970.
        return str(datetime.fromtimestamp(int(created) / 1000, UTC).year) if created else ""
    except (TypeError, ValueError, OverflowError, OSError):
        return ""
