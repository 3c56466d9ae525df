"""Side trip of notebook 07: mistakes that a training run does not show."""

from ..notebook import Notebook

notebook = Notebook(
    number="07a",
    name="what_a_run_hides",
    title="What a run hides",
    minutes=15,
    entries=(),
    gpu=True,
)
