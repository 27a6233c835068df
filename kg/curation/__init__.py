"""`curation.toml`: what people decided about names, kept as a plain file beside the graph."""

from kg.curation.file import Curation, beside, decisions_for

__all__ = ["Curation", "beside", "decisions_for"]
