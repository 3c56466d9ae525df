"""Side trip 06a of notebook 06."""

from ..notebook import Notebook

notebook = Notebook(
    number="06a",
    name="where_the_norm_stands",
    title="Where the norm stands",
    minutes=10,
    entries=(),
)
