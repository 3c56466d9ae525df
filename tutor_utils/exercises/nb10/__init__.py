"""Notebook 10: what language models are made of since 2017 (Llama: Touvron et al. 2023)."""

from ..notebook import Entry, Notebook

notebook = Notebook(
    number="10",
    name="since_2017",
    title="Since 2017",
    minutes=120,
    entries=(
        Entry("RMSNorm", "a norm that subtracts nothing", points=2),
        Entry("SwiGLU", "a feed-forward network with a gate", points=2),
        Entry("rotate", "positions as turns of a clock hand", points=3),
        Entry("GroupedQueryAttention", "query heads that share keys and values", points=4),
        Entry("ModernLayer", "norm, attention, norm, feed-forward", points=2),
        Entry("ModernLanguageModel", "the model of a Llama file", points=3),
        Entry("generate_cached", "each token is read once", points=3),
        Entry("load_llama", "a Llama file in your own classes", points=4),
    ),
    part=3,
)
