"""The graph file: one SQLite database that holds papers, claims, the resolved graph and a search index."""

from kg.store.read import Store
from kg.store.search import SearchHit
from kg.store.write import Writer, open_store, open_writer

__all__ = ["SearchHit", "Store", "Writer", "open_store", "open_writer"]
