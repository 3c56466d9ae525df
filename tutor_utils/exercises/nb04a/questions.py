"""The predictions of notebook 04a."""

from ...engine.exercise import Question

QUESTIONS = (
    Question(
        id="blocked_row",
        text="Three scores, all filled with the smallest number of their type. What does softmax "
        "make of them?",
        answer="three equal weights",
        choices={
            "three equal weights": "Softmax sees differences alone, and there are none: 1/3 each.",
            "three zeros": "Softmax always sums to 1.",
            "three NaN": "That is what -inf gives: inf - inf is no number.",
        },
    ),
)
