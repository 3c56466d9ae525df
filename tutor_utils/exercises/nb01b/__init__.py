"""Notebook 01b, a side trip: the factor √d_model, and what is added."""

from ..notebook import Notebook

notebook = Notebook(
    number="01b",
    name="words_and_positions_in_one_sum",
    title="Words and positions in one sum",
    minutes=10,
    entries=(),
)
