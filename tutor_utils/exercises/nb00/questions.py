"""The predictions of notebook 00."""

from ...engine.exercise import Question

QUESTIONS = (
    Question(
        id="closest_word",
        text="play, game, orange: which two point most nearly the same way?",
        answer="play and game",
        choices={
            "play and game": "Their features rise and fall together, so the angle is small.",
            "play and orange": "Compare their features one by one: where one is large, the other is small.",
            "game and orange": "Compare their features one by one: where one is large, the other is small.",
        },
    ),
    Question(
        id="distance_effect",
        text="A signal stands 40 words back. Which network still passes a strong gradient to it?",
        answer="attention",
        choices={
            "attention": "Every word is one step away, however far back it stands.",
            "recurrent": "The gradient runs through 40 steps and is multiplied 40 times.",
            "both": "One of them must go through every word between.",
        },
    ),
)
