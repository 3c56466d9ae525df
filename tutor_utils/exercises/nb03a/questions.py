"""The predictions of notebook 03a."""

from ...engine.exercise import Question

QUESTIONS = (
    Question(
        id="additive_numbers",
        text="Scores of 256 tokens, d_a = 64. The dot product keeps about 80,000 numbers. How many "
        "does the additive way keep?",
        answer="over 4 million",
        choices={
            "over 4 million": "256 × 256 pairs, and 64 numbers for each: 4,194,304.",
            "about 80,000": "That is little more than one number for each pair. The additive way "
            "makes 64 for each.",
            "about 160,000": "That is two numbers for each pair. The additive way makes 64.",
        },
    ),
)
