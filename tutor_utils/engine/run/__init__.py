"""Run an answer and record its results, side effects and errors; nothing is judged here."""
