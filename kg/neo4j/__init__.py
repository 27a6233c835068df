"""Neo4j as a home of the graph: load it, ask it."""
