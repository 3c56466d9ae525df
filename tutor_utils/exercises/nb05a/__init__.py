"""Notebook 05a, a side trip: view, einsum and fused attention beside one's own."""

from ..notebook import Notebook

notebook = Notebook(
    number="05a",
    name="other_ways_to_write_it",
    title="Other ways to write it",
    minutes=10,
    entries=(),
)
