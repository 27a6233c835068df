"""Resolution: which claims of which papers are about one entity. Pure functions of the claims."""

from kg.resolve.claims import Claim, claims_of
from kg.resolve.decisions import Decision, Trouble
from kg.resolve.entities import Entity, Merge, Resolution, resolve

__all__ = [
    "Claim",
    "Decision",
    "Entity",
    "Merge",
    "Resolution",
    "Trouble",
    "claims_of",
    "resolve",
]
