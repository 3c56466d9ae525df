"""Notebook 06: encoder and decoder blocks, and the whole model (paper, sections 3.1 to 3.4)."""

from ..notebook import Entry, Notebook

notebook = Notebook(
    number="06",
    name="encoder_and_decoder",
    title="Encoder and decoder blocks",
    minutes=65,
    entries=(
        Entry("FeedForward", "the feed-forward network", points=2),
        Entry("EncoderLayer", "one encoder layer", points=4),
        Entry("DecoderLayer", "one decoder layer", points=4),
        Entry("Encoder", "a stack of encoder layers", points=2),
        Entry("Decoder", "a stack of decoder layers", points=2),
        Entry("Transformer", "the whole model", points=5),
        Entry("initialise", "give every layer its first numbers", points=2),
    ),
)
