"""Side trip 08a of notebook 08."""

from ..notebook import Notebook

notebook = Notebook(
    number="08a", name="how_good_is_it", title="How good is it?", minutes=15, entries=(), part=2
)
