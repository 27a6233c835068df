"""Abstracts to claims: tasks, methods and datasets, what they are to the paper, and how they relate."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from extractors.pipeline import Extractor

__all__ = ["load"]


def load() -> "Extractor":
    """The extractor with the shipped model; spaCy and the model load with the first abstract.

    Raises MissingPartError if the model's files are absent.
    """
    from extractors.pipeline import load as load_extractor

    return load_extractor()
