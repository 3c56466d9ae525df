"""Side trip of notebook 12: what a chat model learns from chats, and when it stops."""

from ..notebook import Entry, Notebook

notebook = Notebook(
    number="12a",
    name="what_chats_teach",
    title="What chats teach",
    minutes=15,
    entries=(Entry("generate_until", "each row speaks until its end", points=3, bonus=True),),
    part=3,
)
