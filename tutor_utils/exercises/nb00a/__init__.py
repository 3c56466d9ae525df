"""Notebook 00a, a side trip: what waits in a layer, what it costs, and the paper's Table 1."""

from ..notebook import Notebook

notebook = Notebook(
    number="00a",
    name="what_waiting_costs",
    title="What waiting costs",
    minutes=20,
    entries=(),
)
