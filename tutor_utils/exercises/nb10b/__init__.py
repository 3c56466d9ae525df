"""Side trip of notebook 10: longer texts and larger models, without paying for all of it."""

from ..notebook import Entry, Notebook

notebook = Notebook(
    number="10b",
    name="long_texts_and_many_experts",
    title="Long texts and many experts",
    minutes=15,
    entries=(
        Entry("band_mask", "look back a fixed distance", points=2, bonus=True),
        Entry("online_softmax", "attend block by block", points=3, bonus=True),
        Entry("stretched", "positions for longer texts", points=2, bonus=True),
        Entry("top_k_experts", "a few networks out of many", points=3, bonus=True),
    ),
    part=3,
)
