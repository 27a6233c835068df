"""What the questions share: their registry, the filtered view, Cypher fragments, ranking."""
