"""Notebook 12: fine-tuning, adapters, chats and preferences, with what they cost."""

from ..notebook import Entry, Notebook

notebook = Notebook(
    number="12",
    name="make_it_yours",
    title="Make it yours",
    minutes=110,
    entries=(
        Entry("mixed_draw", "new data, and some of the old"),
        Entry("LoRA", "a frozen layer and a small correction", points=3),
        Entry("add_adapters", "a correction for many layers", points=3),
        Entry("merge_adapters", "corrections that become part of the layers", points=3),
        Entry("chat_batch", "chats as ids and labels", points=3),
        Entry("answer_log_probs", "how likely a whole answer is", points=2),
        Entry("dpo_loss", "which of two answers is better", points=2),
    ),
    part=3,
)
