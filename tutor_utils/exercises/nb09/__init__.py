"""Notebook 09: a translation: dates into ISO, then published weights (Fan et al. 2020)."""

from ..notebook import Notebook

notebook = Notebook(
    number="09",
    name="translation",
    title="A translation",
    minutes=80,
    exercises=(
        "build_vocabulary",
        "translation_batch",
        "edit_distance",
        "bleu",
        "load_m2m100",
    ),
    part=2,
)
