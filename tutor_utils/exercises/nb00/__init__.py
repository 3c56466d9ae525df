"""Notebook 00: why attention: closeness of vectors, and a search that mixes what it finds."""

from ..notebook import Notebook

notebook = Notebook(
    number="00",
    name="why_attention",
    title="Why attention",
    minutes=40,
    exercises=(
        "cosine_similarity",
        "soft_lookup",
    ),
)
