"""The predictions of notebook 02a."""

from ...engine.exercise import Question

QUESTIONS = (
    Question(
        id="numbers_moved",
        text="`named.transpose(0, 1)` has the shape (6, 4). How many of the 24 numbers does it move in memory?",
        answer=0,
        choices={
            0: "It only notes another order of reading. That is why it costs nothing.",
            24: "Every number has another place in the shape, but none has another place in memory.",
            20: "None has another place in memory. Only the order of reading is new.",
        },
        otherwise="Fewer: it only notes another order of reading.",
    ),
)
