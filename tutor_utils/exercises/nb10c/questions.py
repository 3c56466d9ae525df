"""The predictions of notebook 10c."""

from ...engine.exercise import Question

QUESTIONS = (
    Question(
        id="shuffled_patches",
        text="The 16 patches are shuffled, in the same way in every picture. A model is trained and "
        "tested on such pictures. Compared with pictures in order, it is right",
        answer="as often",
        choices={
            "as often": "It never knew that patch 1 lies beside patch 2. A position is a row of a "
            "table, and any other row does as well.",
            "less often": "You could not read them, but your eyes expect neighbours side by side. "
            "The model learns its positions from nothing.",
            "no better than chance": "Each patch still stands at a place of its own, always the "
            "same. What it means there can be learned.",
        },
    ),
    Question(
        id="no_positions",
        text="The model gets no positions. How often is it right?",
        answer="above half",
        choices={
            "above half": "It sees a bag of patches: which strokes there are, and not where. That "
            "says more than nothing: a 1 has other strokes than an 8.",
            "one in ten": "That is chance. The strokes alone say something: a 1 has other ones than "
            "an 8.",
            "as before": "Then it would not matter where a stroke is. A 6 and a 9 have the same.",
        },
    ),
)
