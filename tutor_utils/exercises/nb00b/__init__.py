"""Notebook 00b, a side trip: how a signal and a gradient fade with the distance."""

from ..notebook import Notebook

notebook = Notebook(
    number="00b",
    name="how_far_a_word_is_heard",
    title="How far a word is heard",
    minutes=10,
    entries=(),
)
