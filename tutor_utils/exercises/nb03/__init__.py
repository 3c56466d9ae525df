"""Notebook 03: scaled dot-product attention (paper, section 3.2.1)."""

from ..notebook import Entry, Notebook

notebook = Notebook(
    number="03",
    name="scaled_dot_product",
    title="Scaled dot-product attention",
    minutes=40,
    entries=(
        Entry("attention_scores", "compare every query with every key"),
        Entry("attention_weights", "scores to shares"),
        Entry("attend", "attention, whole", points=2),
        Entry("additive_scores", "the older way: add, then tanh", points=2),
    ),
)
