"""Side trip 06c of notebook 06."""

from ..notebook import Notebook

notebook = Notebook(
    number="06c", name="65_million", title="65 million, counted", minutes=5, entries=()
)
