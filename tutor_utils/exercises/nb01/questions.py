"""The predictions of notebook 01."""

from ...engine.exercise import Question

QUESTIONS = (
    Question(
        id="padded_shape",
        text="Ten sequences, the longest has 20 ids. What is the shape of the padded batch?",
        answer=(10, 20),
        choices={
            (10, 20): "One row for each sequence, as wide as the longest.",
            (20, 10): "Batch first: rows are sequences.",
            (10, 1): "That would cut every row to the length of the shortest.",
        },
        otherwise="One row for each sequence, as wide as the longest.",
    ),
    Question(
        id="sine_axis",
        text="Sine and cosine alternate in the table of positions. Along which axis?",
        answer="features",
        choices={
            "features": "Even features hold sines, odd features hold cosines, at every position.",
            "positions": "Many texts say so. In the formula the last index of PE, 2i or 2i+1, is the feature, and it decides.",
        },
    ),
    Question(
        id="table_size",
        text="A vocabulary of 100 and d_model 512: how many numbers does the token table hold?",
        answer=51_200,
        choices={
            51_200: "100 rows of 512 numbers.",
            612: "Rows times columns, not plus.",
            5_120: "That is ten rows.",
        },
        otherwise="Rows times columns.",
    ),
)
