"""Notebook 02: Q, K, V projection and head splitting (paper, section 3.2.2)."""

from ..notebook import Notebook

notebook = Notebook(
    number="02",
    name="projection_and_heads",
    title="Q, K, V projection and head splitting",
    minutes=40,
    exercises=(
        "project_qkv",
        "split_heads",
        "project_qkv_fused",
    ),
)
