"""British spellings to American ones, word by word."""

import re
from typing import Final

# Words, and parts of words, whose British form no rule below gives.
_PARTS: Final = {
    "artefact": "artifact",
    "catalogue": "catalog",
    "centre": "center",
    "centring": "centering",
    "defence": "defense",
    "dialogue": "dialog",
    "fibre": "fiber",
    "grey": "gray",
    "haemo": "hemo",
    "judgement": "judgment",
    "paediatric": "pediatric",
    "parametri": "parameteri",
    "sulph": "sulf",
    "theatre": "theater",
}
_PART = re.compile("|".join(_PARTS))
_OUR = re.compile(r"(behavi|neighb|col|fav|flav|harb|hon|hum|lab|rum|tum|vap|endeav|arm)our")
_DOUBLED = re.compile(r"((?:mod|lab|trav|canc|chann|sign|lev|tunn)[ae]l)l(?=(?:ed|ing|er)$)")
_YSE = re.compile(r"(?<=[nrt]al)ys(?=(?:e|ed|er|ing)$)")
_ISE = re.compile(r"(?<=...)is(?=(?:e|ed|er|ing|able|ation|ational)$)")
# Their -is- is no suffix. A word that is missing here only gets an odd key, the same for all its spellings.
_NO_SUFFIX = re.compile(
    r"nois|wise$|(?:adv|advert|appra|surv|superv|rev|dev|telev|improv|exerc|exc|prec|conc|prom|comprom|prem|surpr|"
    r"enterpr|compr|expert|treat|franch|parad|circumc|disgu|rai|prai|rais|cru|bru)is"
)


def american(word: str) -> str:
    """The American spelling of a lower-case English word: `generalisation` -> `generalization`."""
    word = _PART.sub(lambda match: _PARTS[match[0]], word)
    word = _OUR.sub(r"\1or", word)
    word = _DOUBLED.sub(r"\1", word)
    word = _YSE.sub("yz", word)
    word = word.replace("centerd", "centered")
    return word if _NO_SUFFIX.search(word) else _ISE.sub("iz", word)
