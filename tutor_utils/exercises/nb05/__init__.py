"""Notebook 05: multi-head attention (paper, section 3.2.2)."""

from ..notebook import Notebook

notebook = Notebook(
    number="05",
    name="multi_head_attention",
    title="Multi-head attention: merge",
    minutes=70,
    exercises=(
        "merge_heads",
        "MultiHeadAttention",
        "repaired_attention",
    ),
)
