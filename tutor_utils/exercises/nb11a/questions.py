"""The prediction of notebook 11a."""

from ...engine.exercise import Question

QUESTIONS = (
    Question(
        id="sinks",
        text="Notebook 08's model, two layers, 150 steps on letters. The first token of a window "
        "gets, against an even share of the weight:",
        answer="about its share, or less",
        choices={
            "about its share, or less": "So it is in every head here. A small model needs no sink, "
            "or has not found one in so short a time.",
            "far more": "In many large models it is so. In this one it is not: look at the numbers.",
        },
    ),
)
