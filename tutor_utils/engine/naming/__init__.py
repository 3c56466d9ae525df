"""Name the mistake: the known one that behaves the same, and the meaning of an error."""
