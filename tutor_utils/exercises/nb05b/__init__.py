"""Notebook 05b, a side trip: which features reach a head, and which outputs it reaches."""

from ..notebook import Notebook

notebook = Notebook(
    number="05b",
    name="what_a_head_sees",
    title="What a head sees, and what w_o mixes",
    minutes=10,
    entries=(),
)
