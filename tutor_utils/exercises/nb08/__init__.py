"""Notebook 08: a language model made of the learner's parts (OPT: Zhang et al. 2022)."""

from ..notebook import Entry, Notebook

notebook = Notebook(
    number="08",
    name="language_model",
    title="A language model from your parts",
    minutes=95,
    entries=(
        Entry("learn_merges", "which letters belong together", points=2),
        Entry("apply_merges", "a text in the tokens that were learned", points=2),
        Entry("LanguageModel", "your Encoder under your causal mask", points=3),
        Entry("window_batch", "pieces of the text to train on"),
        Entry("perplexity", "how surprised the model is by a text", points=2),
        Entry("sample_next", "the next token, by chance", points=3),
        Entry("generate", "a text that goes on", points=2),
        Entry("load_opt", "published weights in your own classes", points=4),
    ),
    part=2,
)
