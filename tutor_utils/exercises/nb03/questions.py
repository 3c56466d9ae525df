"""The predictions of notebook 03."""

from ...engine.exercise import Question

QUESTIONS = (
    Question(
        id="which_root",
        text="d_model = 512, cut into 8 heads of 64 features; a sentence of seven tokens. By which root are the scores divided, inside one head?",
        answer="root of 64",
        choices={
            "root of 64": "d_k is the width of the keys in that head: 512 / 8.",
            "root of 7": "That is the length of the sentence. It does not matter here.",
            "root of 512": "That is d_model, all heads together.",
        },
    ),
    Question(
        id="rows_or_columns",
        text="Weights: queries down, keys across. What sums to 1: each row, each column, or the whole table?",
        answer="rows",
        choices={
            "rows": "Each query divides a total of 1 among the keys.",
            "columns": "Then each key would divide a total of 1 among the queries.",
            "the table": "Each query has a total of 1 of its own.",
        },
    ),
    Question(
        id="double_width",
        text="d_k grows from 16 to 64. How many times as wide do the products q · k spread?",
        answer=2,
        choices={
            2: "The spread grows with the root: √(64/16) = 2.",
            4: "The variance grows 4 times, the spread with its root.",
            1: "More terms are summed, so it grows.",
        },
        otherwise="The variance grows with d_k. The spread is its root.",
    ),
)
