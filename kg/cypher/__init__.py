"""Cypher on the graph file, and its values as people read them."""
