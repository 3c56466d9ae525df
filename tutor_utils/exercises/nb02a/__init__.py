"""Notebook 02a, a side trip: strides, and why `view` refuses after `transpose`."""

from ..notebook import Notebook

notebook = Notebook(
    number="02a",
    name="what_reshape_and_transpose_do",
    title="What reshape and transpose do in memory",
    minutes=10,
    entries=(),
)
