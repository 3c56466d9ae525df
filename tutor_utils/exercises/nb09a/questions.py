"""The prediction of side trip 09a."""

from ...engine.exercise import Question

QUESTIONS = (
    Question(
        id="shared_table",
        text="One shared table, and digits that mean something else in the target. How well does the model do, beside the same model where they mean the same?",
        answer="about as well",
        choices={
            "about as well": "The row is where a token starts. Encoder and decoder have layers of their own, which make of it what fits their side.",
            "much worse": "It would, if the row alone said what the sign means. But the layers of encoder and decoder differ, and each makes of it what fits.",
            "it learns nothing": "The two sides share a row, not the layers behind it. Each side can read the row in its own way.",
        },
    ),
)
