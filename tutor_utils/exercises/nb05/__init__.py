"""Notebook 05: multi-head attention (paper, section 3.2.2)."""

from ..notebook import Entry, Notebook

notebook = Notebook(
    number="05",
    name="multi_head_attention",
    title="Multi-head attention: merge",
    minutes=60,
    entries=(
        Entry("merge_heads", "put the heads side by side again"),
        Entry("MultiHeadAttention", "several attentions in one module", points=4),
        Entry("repaired_attention", "the clinic: find the faults and repair them", points=3),
    ),
)
