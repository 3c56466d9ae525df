"""Side trip 09b of notebook 09."""

from ..notebook import Notebook

notebook = Notebook(
    number="09b",
    name="where_the_errors_are",
    title="Where the errors are",
    minutes=12,
    entries=(),
    part=2,
)
