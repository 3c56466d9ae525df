"""Notebook 07: the copy task: data, loss, schedule, step, decoding, measure (paper, section 5)."""

from ..notebook import Notebook

notebook = Notebook(
    number="07",
    name="copy_task",
    title="Train it: the copy task",
    minutes=100,
    exercises=(
        "copy_batch",
        "shift_target",
        "sequence_loss",
        "noam_rate",
        "train_step",
        "train_model",
        "greedy_decode",
        "exact_match",
        "cached_greedy_decode",
        "beam_search",
    ),
    gpu=True,
)
