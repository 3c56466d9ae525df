"""Name the mistake: which known one behaves the same, and what an error means."""
