"""Notebook 06: encoder and decoder blocks, and the whole model (paper, sections 3.1 to 3.4)."""

from ..notebook import Notebook

notebook = Notebook(
    number="06",
    name="encoder_and_decoder",
    title="Encoder and decoder blocks",
    minutes=100,
    exercises=(
        "FeedForward",
        "EncoderLayer",
        "DecoderLayer",
        "Encoder",
        "Decoder",
        "Transformer",
        "initialise",
    ),
)
