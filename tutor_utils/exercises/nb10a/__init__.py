"""Notebook 10a: old parts against new ones, at equal size and with several seeds."""

from ..notebook import Notebook

notebook = Notebook(
    number="10a",
    name="are_the_new_parts_better",
    title="Are the new parts better?",
    minutes=10,
    entries=(),
    part=3,
)
