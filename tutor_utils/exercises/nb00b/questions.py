"""The predictions of notebook 00b."""

from ...engine.exercise import Question

QUESTIONS = (
    Question(
        id="distance_effect",
        text="The first word stands 40 words back. For which of the four is the gradient now less than a thousandth of what it is at a distance of one word?",
        answer="RNN and LSTM",
        choices={
            "RNN alone": "The LSTM has a gate that can keep its state. As PyTorch starts it, that gate keeps about half at each step: half of a half, 40 times.",
            "RNN and LSTM": "Both shrink it at every step. With its forget gate open the LSTM hardly shrinks it, and attention has one step only.",
            "all but attention": "Look at the LSTM with the open gate: it keeps nearly its whole state at each step.",
            "all": "Attention has one step from any word to any other. And the open gate keeps nearly everything.",
        },
    ),
)
