"""Notebook 03b, a side trip: what becomes of a head whose scores are divided wrongly."""

from ..notebook import Notebook

notebook = Notebook(
    number="03b",
    name="scores_too_large",
    title="Scores too large, scores too small",
    minutes=10,
    entries=(),
)
