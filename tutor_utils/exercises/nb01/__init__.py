"""Notebook 01: from words to vectors that know where they stand (paper, sections 3.4 and 3.5)."""

from ..notebook import Notebook

notebook = Notebook(
    number="01",
    name="embedding_and_padding",
    title="Embedding and padding",
    minutes=60,
    exercises=(
        "encode",
        "pad_batch",
        "TokenEmbedding",
        "sinusoidal_encoding",
        "LearnedPosition",
        "TransformerEmbedding",
    ),
)
