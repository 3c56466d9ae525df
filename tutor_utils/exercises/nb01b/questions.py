"""The predictions of notebook 01b."""

from ...engine.exercise import Question

QUESTIONS = (
    Question(
        id="small_rows",
        text="Positions have a root of the mean square of 0.71. Beside them, how large are rows of deviation 1/√512, without the factor?",
        answer="about 16 times smaller",
        choices={
            "about as large": "1/√512 is 0.044. So they are much smaller than 0.71.",
            "about 16 times smaller": "1/√512 is 0.044, and 0.71 / 0.044 is 16. The words would hardly count.",
            "about 500 times smaller": "The deviation is 1/√512 and not 1/512: take the root.",
        },
    ),
)
