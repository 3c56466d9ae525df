"""Notebook 01: from words to vectors that know where they stand (paper, sections 3.4 and 3.5)."""

from ..notebook import Entry, Notebook

notebook = Notebook(
    number="01",
    name="embedding_and_padding",
    title="Embedding and padding",
    minutes=50,
    entries=(
        Entry("encode", "words to ids"),
        Entry("pad_batch", "ragged lists to one tensor"),
        Entry("TokenEmbedding", "ids to vectors", points=2),
        Entry("sinusoidal_encoding", "positions as waves", points=2),
        Entry("LearnedPosition", "positions that are trained"),
        Entry("TransformerEmbedding", "words and positions together", points=3),
    ),
)
