"""Side trip of notebook 07: decode without doing everything twice, and with more than one guess."""

from ..notebook import Entry, Notebook

notebook = Notebook(
    number="07c",
    name="cache_and_beams",
    title="Cache and beams",
    minutes=15,
    entries=(
        Entry("cached_greedy_decode", "compute only the newest token", points=3, bonus=True),
        Entry("beam_search", "keep several hypotheses", points=3, bonus=True),
    ),
    gpu=True,
)
