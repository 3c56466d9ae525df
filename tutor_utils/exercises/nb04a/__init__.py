"""Notebook 04a, a side trip: which number may stand for minus infinity in a mask."""

from ..notebook import Notebook

notebook = Notebook(
    number="04a",
    name="masks_in_half_precision",
    title="Masks in half precision",
    minutes=10,
    entries=(),
)
