"""Run the answer: what it gives, what it changes, and where it stops; nothing is judged."""
