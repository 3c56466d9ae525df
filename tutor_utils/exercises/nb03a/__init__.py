"""Notebook 03a, a side trip: what attention keeps in memory, and how long it takes."""

from ..notebook import Notebook

notebook = Notebook(
    number="03a",
    name="what_attention_costs",
    title="What attention costs",
    minutes=10,
    entries=(),
)
