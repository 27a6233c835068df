"""Input formats to papers. A format is one module of this package that registers itself by `reader`."""

from kg.readers.inputs import FileRead, read_inputs
from kg.readers.registry import Item, ReadLog, Skip, named_reader, reader, readers

__all__ = [
    "FileRead",
    "Item",
    "ReadLog",
    "Skip",
    "named_reader",
    "read_inputs",
    "reader",
    "readers",
]
