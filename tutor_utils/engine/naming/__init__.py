"""Name the mistake: whose code behaves the same, and what an error means."""
