"""The JSON Lines form of claims: what `kg extract` writes and `kg build --claims` reads."""

from kg.claims.record import from_record, to_record

__all__ = ["from_record", "to_record"]
