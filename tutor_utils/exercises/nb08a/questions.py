"""The prediction of side trip 08a."""

from ...engine.exercise import Question

QUESTIONS = (
    Question(
        id="overfitting",
        text="A small text, read again and again without dropout. What do the two losses do?",
        answer="training falls, held-out rises again",
        choices={
            "training falls, held-out rises again": "First it learns what all text has in common, then the very sentences. It becomes sure of what it knows by heart, and wrong elsewhere.",
            "both fall": "At first, yes. Then the model learns the sentences by heart.",
            "both rise": "The training loss is what is trained: it falls.",
        },
    ),
)
