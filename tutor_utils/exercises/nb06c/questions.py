"""The prediction of side trip 06c."""

from ...engine.exercise import Question

QUESTIONS = (
    Question(
        "most_parameters",
        "In the 12 layers of the base model, which part has the most weights?",
        {
            "feed-forward": "Two maps of 512 x 2048 in each of 12 layers, some 25 million.",
            "attention": "18 attentions with 4 maps of 512 x 512: some 19 million. Close, and not the "
            "most.",
            "norms": "A norm has only 1024 numbers.",
        },
        "feed-forward",
        'Choose "feed-forward", "attention" or "norms".',
    ),
)
