"""Notebook 08: a language model made of the learner's parts (OPT: Zhang et al. 2022)."""

from ..notebook import Notebook

notebook = Notebook(
    number="08",
    name="language_model",
    title="A language model from your parts",
    minutes=80,
    exercises=(
        "learn_merges",
        "apply_merges",
        "LanguageModel",
        "window_batch",
        "perplexity",
        "sample_next",
        "generate",
        "load_opt",
    ),
    part=2,
)
