"""Side trip of notebook 07: what makes a run faster, and how it is stopped and carried on."""

from ..notebook import Notebook

notebook = Notebook(
    number="07d",
    name="faster",
    title="Faster",
    minutes=10,
    entries=(),
    gpu=True,
)
