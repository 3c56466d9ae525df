"""Notebook 01a, a side trip: a table of word vectors learns which words are alike."""

from ..notebook import Notebook

notebook = Notebook(
    number="01a",
    name="where_the_rows_come_from",
    title="Where the rows come from",
    minutes=10,
    entries=(),
)
