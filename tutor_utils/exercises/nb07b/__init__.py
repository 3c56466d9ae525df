"""Side trip of notebook 07: warm-up, the first weights, and two other tasks."""

from ..notebook import Notebook

notebook = Notebook(
    number="07b",
    name="the_recipe",
    title="The recipe",
    minutes=15,
    entries=(),
    gpu=True,
)
