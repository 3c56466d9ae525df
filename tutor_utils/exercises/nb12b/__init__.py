"""Side trip of notebook 12: how large a LoRA is, where it sits, and what merging costs."""

from ..notebook import Notebook

notebook = Notebook(
    number="12b",
    name="rank_and_place",
    title="Rank and place",
    minutes=10,
    entries=(),
    part=3,
)
