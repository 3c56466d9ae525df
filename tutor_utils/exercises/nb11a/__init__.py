"""Notebook 11a: attention sinks, looked for in a small model (Xiao et al. 2023)."""

from ..notebook import Notebook

notebook = Notebook(
    number="11a",
    name="the_first_token",
    title="The first token",
    minutes=5,
    entries=(),
    part=3,
)
