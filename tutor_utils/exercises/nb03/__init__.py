"""Notebook 03: scaled dot-product attention (paper, section 3.2.1)."""

from ..notebook import Notebook

notebook = Notebook(
    number="03",
    name="scaled_dot_product",
    title="Scaled dot-product attention",
    minutes=50,
    exercises=(
        "attention_scores",
        "attention_weights",
        "attend",
        "additive_scores",
    ),
)
