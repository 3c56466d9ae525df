"""The predictions of notebook 05b."""

from ...engine.exercise import Question

QUESTIONS = (
    Question(
        id="head_order",
        text="You give the heads another order before w_o, and reorder the columns of w_o in the "
        "same way. Does the output change?",
        answer="no",
        choices={
            "no": "w_o adds up what all heads bring. Which comes first is only a matter of names.",
            "yes": "w_o is a sum over all features of all heads. If its columns move with the "
            "heads, each number still meets its own weight.",
        },
    ),
)
