"""Notebook 04: masks (paper, section 3.2.3). True means: may attend."""

from ..notebook import Entry, Notebook

notebook = Notebook(
    number="04",
    name="masking",
    title="Masking",
    minutes=45,
    entries=(
        Entry("padding_mask", "hide the pads"),
        Entry("causal_mask", "hide the future"),
        Entry("target_mask", "hide the future and the pads"),
        Entry("masked_attend", "attention with a mask", points=3),
    ),
)
