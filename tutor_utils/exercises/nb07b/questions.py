"""The predictions of notebook 07b."""

from ...engine.exercise import Question

QUESTIONS = (
    Question(
        id="where_warmup_helps",
        text="Four post-LN layers, four peak rates, each with and without a warm-up. Where does the warm-up help?",
        answer="at high rates",
        choices={
            "at high rates": "The first steps are of full size and badly aimed. The higher the rate, the more they spoil.",
            "at every rate": "At the smallest rate the first steps spoil nothing. There the warm-up only costs steps.",
            "at low rates": "There the first steps are small anyway.",
        },
    ),
)
