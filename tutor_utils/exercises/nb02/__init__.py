"""Notebook 02: Q, K, V projection and head splitting (paper, section 3.2.2)."""

from ..notebook import Entry, Notebook

notebook = Notebook(
    number="02",
    name="projection_and_heads",
    title="Q, K, V projection and head splitting",
    minutes=30,
    entries=(
        Entry("project_qkv", "project into query, key and value"),
        Entry("split_heads", "cut the features into heads", points=2),
        Entry("project_qkv_fused", "one layer for all three projections"),
    ),
)
