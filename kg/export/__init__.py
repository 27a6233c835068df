"""The graph in formats of others. A kind is one module of this package that registers itself."""

from kg.export.registry import export, file_kind, folder_kind, kinds

__all__ = ["export", "file_kind", "folder_kind", "kinds"]
