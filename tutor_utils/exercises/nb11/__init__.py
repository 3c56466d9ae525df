"""Notebook 11: what a trained model does inside, measured by changing it."""

from ..notebook import Entry, Notebook

notebook = Notebook(
    number="11",
    name="look_inside",
    title="Look inside",
    minutes=95,
    entries=(
        Entry("capture", "what every part of a model gave", points=3),
        Entry("patched", "one part says something else", points=4),
        Entry("recovered", "how much of the answer came back"),
        Entry("repeated_batch", "segments that are said again"),
        Entry("induction_score", "who looks at what followed last time", points=2),
        Entry("logit_lens", "what the model would say after each layer", points=2),
        Entry("head_effects", "what each head adds to a logit", points=3),
        Entry("ablate", "a model without one of its heads", points=4),
    ),
    part=3,
)
