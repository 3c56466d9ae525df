"""Notebook 04: masks (paper, section 3.2.3). True means: may attend."""

from ..notebook import Notebook

notebook = Notebook(
    number="04",
    name="masking",
    title="Masking",
    minutes=55,
    exercises=(
        "padding_mask",
        "causal_mask",
        "target_mask",
        "masked_attend",
    ),
)
