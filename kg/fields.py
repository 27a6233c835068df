"""JSON values to a paper's fields: what the project's own JSON Lines and its claims share."""

import json
import re
from collections.abc import Collection, Mapping
from math import isfinite
from typing import Any, Final

from kg.errors import RecordError
from kg.ids import own_id, paper_id
from kg.records import Paper
from kg.schemes import SCHEMES, is_scheme_id, scheme_ids, schemes_of_url

_KNOWN: Final = frozenset({"id", "title", "abstract", "year", "venue", "authors", "url"})
_NAME_LISTS: Final = re.compile(r"\s+and\s+|\s+&\s+")
_YEAR = re.compile(r"(?<!\d)(1[5-9]|20|21)\d\d(?!\d)")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_NAMES: Final = {dict: "an object", list: "a list", bool: "true or false", int: "a number"}


def parse_json(text: str) -> Any:
    """The JSON value of `text`; what JSON cannot write again (NaN, an infinity, 1e999) becomes None, lone
    surrogates U+FFFD.

    Raises RecordError with the parser's reason.
    """
    try:
        value = json.loads(text, parse_constant=finite, parse_float=finite)
    except json.JSONDecodeError as error:
        raise RecordError(
            f"not valid JSON: {error.msg.removesuffix(' at')} at column {error.colno}"
        ) from error
    except RecursionError as error:
        raise RecordError("not valid JSON: nested too deeply") from error
    except ValueError as error:
        raise RecordError("not valid JSON: a number with too many digits") from error
    # Only an escape can bring a surrogate in: without one, nothing is walked.
    return mended(value) if "\\u" in text or _SURROGATE.search(text) else value


def finite(number: str) -> float | None:
    """The float that a number stands for; None where it is none of the finite ones."""
    value = float(number)
    return value if isfinite(value) else None


def mended(value: Any) -> Any:
    """A JSON value with lone surrogates, which no encoding can write, as U+FFFD."""
    if isinstance(value, str):
        if not _SURROGATE.search(value):
            return value
        return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    if isinstance(value, list):
        return [mended(v) for v in value]
    if isinstance(value, dict):
        return {mended(k): mended(v) for k, v in value.items()}
    return value


def paper_from_json(
    record: Mapping[str, Any],
    where: str,
    *,
    abstract_from: Collection[str] = ("abstract",),
    leave_out: Collection[str] = (),
) -> Paper:
    """The paper of one record of the project's own form.

    The abstract comes from the first of `abstract_from` that is not empty. Fields that are neither known
    nor in `leave_out` are kept in `extra`; those that name a scheme (doi, arxiv ...), and the url, also
    give `ids`. An `id` in the record is authoritative. Raises RecordError, which names `where` and the field.
    """
    abstract = next(filter(None, (text_field(record, f, where) for f in abstract_from)), "")
    title, url = text_field(record, "title", where), text_field(record, "url", where)
    authors = authors_field(record.get("authors"), where)
    year = year_field(record.get("year"), where)
    extra = {k: v for k, v in record.items() if k not in _KNOWN and k not in leave_out}
    if year is None and record.get("year") not in (None, ""):
        extra["year"] = record["year"]
    given = text_field(record, "id", where)
    schemes = schemes_of_url(url) | _schemes(extra)
    known = scheme_ids(schemes)
    chosen = own_id(given) or paper_id(
        title=title, abstract=abstract, authors=authors, schemes=schemes
    )
    return Paper(
        id=chosen,
        abstract=abstract,
        title=title,
        year=year,
        venue=text_field(record, "venue", where),
        authors=authors,
        url=url,
        ids=tuple(i for i in known if i != chosen),
        input_id=given if given.strip() else "",
        extra=extra,
    )


def text_field(record: Mapping[str, Any], field: str, where: str) -> str:
    """A text, '' where absent or null; a number as it is written."""
    value = record.get(field)
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    raise wrong(where, field, "a text", value)


def year_field(value: Any, where: str) -> int | None:
    """The year in a number or text (`2024`, "2024-05-01"); None where there is none."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        raise wrong(where, "year", "a year", value)
    text = str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)
    found = _YEAR.search(text)
    return int(found.group()) if found else None


def authors_field(value: Any, where: str) -> tuple[str, ...]:
    """Names from a list of texts or of {"name": ..}, or from one text ("A; B", "A and B", "A, B, C")."""
    if value is None:
        return ()
    if isinstance(value, str):
        return split_authors(value)
    if not isinstance(value, list):
        raise wrong(where, "authors", "a list of names", value)
    names: list[str] = []
    for item in value:
        name = item.get("name") if isinstance(item, dict) else item
        if name is not None and not isinstance(name, str):
            raise wrong(where, "authors", "a list of names", item)
        names.append((name or "").strip())
    return tuple(filter(None, names))


def split_authors(text: str) -> tuple[str, ...]:
    """The names in one text: split at ';', else at 'and' and '&', else at commas between full names."""
    if ";" in text:
        parts = text.split(";")
    else:
        parts = _NAME_LISTS.split(text)
        # "Ann Lee, Bo Wu": every piece has a space; "Lee, Ann" is one name.
        commas = [p.strip() for part in parts for p in part.split(",")]
        if all(" " in p for p in filter(None, commas)):
            parts = commas
    return tuple(p for p in (part.strip() for part in parts) if p)


def wrong(where: str, field: str, expected: str, value: Any) -> RecordError:
    """The error for a value of the wrong type."""
    found = _NAMES.get(type(value)) or ("null" if value is None else f"{value!r:.40}")
    return RecordError(f"{where}: {field}: expected {expected}, found {found}")


def _schemes(extra: Mapping[str, Any]) -> dict[str, str]:
    found: dict[str, str] = {}
    for key, value in extra.items():
        # "arxiv_id", "arXiv ID", "arxiv" name the same scheme; in "pmid" the end belongs to the name.
        name = key.strip().lower()
        name = name if name in SCHEMES else re.sub(r"[ _-]?id$", "", name)
        if name in SCHEMES and isinstance(value, str | int) and not isinstance(value, bool):
            found[name] = str(value)
    listed = extra.get("ids")
    if isinstance(listed, list):
        for item in listed:
            if isinstance(item, str) and is_scheme_id(item):
                scheme, _, value = item.partition(":")
                found.setdefault(scheme, value)
    return found
