"""Abstracts cleaned of markup, with a map from each character back to its source."""

from kg.text.cleanup import clean
from kg.text.closest import closest_pair
from kg.text.offsets import Clean
from kg.text.sentences import sentences

__all__ = ["Clean", "clean", "closest_pair", "sentences"]
