"""What one claim says by itself: its long form, and the forms that are short for it."""

from functools import lru_cache
from typing import NamedTuple

from kg.resolve.abbreviation import abbreviates, without_inner
from kg.resolve.claims import Claim
from kg.resolve.normal import normal, words


class Reading(NamedTuple):
    """`long` is the name without inner short forms, or where the name is itself short for another form, that
    one; `shorts` are the forms that abbreviate it; `bare` says that the name has no longer form; `parts` are
    normal forms of forms that are the long one without words at its start, at its end or inside ("pruning" of
    "model pruning"), with the words that they leave out."""

    long: str
    shorts: tuple[str, ...]
    bare: bool
    parts: tuple[tuple[str, str], ...]


def read(claim: Claim) -> Reading:
    """The reading of a claim; a function of its forms."""
    return _read(claim.forms)


@lru_cache(maxsize=1 << 17)
def _read(forms: tuple[str, ...]) -> Reading:
    name = forms[0]
    longer = [form for form in forms[1:] if abbreviates(name, form)]
    long = without_inner(min(longer, key=lambda f: (-len(f), f)) if longer else name)
    if len(forms) == 1:
        return Reading(long, (name,) if abbreviates(name, long) else (), long == name, ())
    shorts = tuple(form for form in forms if abbreviates(form, long))
    whole = words(long)
    found = (_part(words(form), whole) for form in forms if form not in (long, name))
    parts = tuple(dict.fromkeys(part for part in found if part is not None))
    return Reading(long, shorts, long == name, parts)


def _part(part: list[str], whole: list[str]) -> tuple[str, str] | None:
    count = len(part)
    if not 0 < count < len(whole):
        return None
    if whole[-count:] == part:
        left = " ".join(whole[:-count])
    elif whole[:count] == part:
        left = " ".join(whole[count:])
    elif part[0] == whole[0] and part[-1] == whole[-1] and count == len(whole) - 1:
        inner = (whole[n] for n in range(count) if whole[:n] + whole[n + 1 :] == part)
        left = f"- {next(inner, '')}"
    else:
        return None
    return normal(" ".join(part)), left
