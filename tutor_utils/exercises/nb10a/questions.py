"""The prediction of notebook 10a."""

from ...engine.exercise import Question

QUESTIONS = (
    Question(
        id="old_or_new",
        text="LayerNorm in the place of RMSNorm, or ReLU in that of SwiGLU, with equal numbers of "
        "parameters. A change of part moves the loss",
        answer="less than the seed does",
        choices={
            "less than the seed does": "A little less. That is why one seed proves little.",
            "more than the seed does": "For large models a small gain was measured. At this size "
            "the seed moves the loss more.",
        },
    ),
)
