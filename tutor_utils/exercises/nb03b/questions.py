"""The predictions of notebook 03b."""

from ...engine.exercise import Question

QUESTIONS = (
    Question(
        id="widest_scores",
        text="d_k = 64, d_model = 512, seven tokens. Which divisor of q · k makes the scores spread "
        "most?",
        answer="√7",
        choices={
            "√7": "It is the smallest of the four: 2.6. Nothing in the spread comes from the "
            "number of tokens.",
            "√d_k": "√64 = 8 brings the spread to 1. A smaller divisor leaves more.",
            "√d_model": "√512 = 22.6 is a large divisor, so the spread is small.",
            "|q||k|": "Each length is about 8, so their product is about 64: the largest of all.",
        },
    ),
)
