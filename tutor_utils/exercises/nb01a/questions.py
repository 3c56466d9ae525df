"""The predictions of notebook 01a."""

from ...engine.exercise import Question

QUESTIONS = (
    Question(
        id="closer_rows",
        text="The table learns to guess each word from the mean of the others in its sentence. Which pair of rows ends up closer?",
        answer="play and game",
        choices={
            "play and game": "They stand in the same sentences, so they have nearly the same words around them.",
            "play and orange": "No sentence holds both, and the words around them differ, apart from little ones such as 'the'.",
        },
    ),
)
