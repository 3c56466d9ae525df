"""Side trip 09a of notebook 09."""

from ..notebook import Notebook

notebook = Notebook(
    number="09a",
    name="one_table",
    title="One table for two languages",
    minutes=15,
    entries=(),
    part=2,
)
