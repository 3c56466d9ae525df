"""Notebook 00: why attention: closeness of vectors, and a search that mixes what it finds."""

from ..notebook import Entry, Notebook

notebook = Notebook(
    number="00",
    name="why_attention",
    title="Why attention",
    minutes=30,
    entries=(
        Entry("cosine_similarity", "how close two vectors point"),
        Entry("soft_lookup", "a search that mixes what it finds"),
        Entry("look_back", "every state looks at the whole memory"),
    ),
)
