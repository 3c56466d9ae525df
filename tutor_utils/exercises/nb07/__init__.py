"""Notebook 07: the copy task: data, loss, schedule, step, decoding, measure (paper, section 5)."""

from ..notebook import Entry, Notebook

notebook = Notebook(
    number="07",
    name="copy_task",
    title="Train it: the copy task",
    minutes=80,
    entries=(
        Entry("copy_batch", "draw sequences to copy", points=2),
        Entry("shift_target", "decoder input and labels"),
        Entry("sequence_loss", "cross-entropy over what is not padding", points=2),
        Entry("noam_rate", "warm up, then decay"),
        Entry("train_step", "one step of training", points=2),
        Entry("train_model", "the loop of a training run", points=2),
        Entry("greedy_decode", "let the model speak for itself", points=3),
        Entry("exact_match", "the share of rows that are wholly right", points=2),
    ),
    gpu=True,
)
