"""Side trip of notebook 10: pictures as tokens, through the same Encoder."""

from ..notebook import Notebook

notebook = Notebook(
    number="10c",
    name="pictures_as_tokens",
    title="Pictures as tokens",
    minutes=15,
    entries=(),
    part=3,
)
