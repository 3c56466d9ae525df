"""Notebook 09: a translation: dates into ISO, then published weights (Fan et al. 2020)."""

from ..notebook import Entry, Notebook

notebook = Notebook(
    number="09",
    name="translation",
    title="A translation",
    minutes=80,
    entries=(
        Entry("build_vocabulary", "a number for every character"),
        Entry("translation_batch", "pairs of texts as two tensors", points=2),
        Entry("edit_distance", "how many changes lead from one text to the other", points=2),
        Entry("bleu", "how much of a translation matches", points=3),
        Entry("load_m2m100", "a published translator in your own Transformer", points=4),
    ),
    part=2,
)
