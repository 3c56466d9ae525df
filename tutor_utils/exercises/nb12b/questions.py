"""The predictions of notebook 12b."""

from ...engine.exercise import Question

QUESTIONS = (
    Question(
        id="rank_or_place",
        text="Rank 16 on w_q and w_v, or rank 4 on every linear layer but the output: 12,288 and "
        "11,264 numbers. Which learns more of the new dates?",
        answer="about the same",
        choices={
            "about the same": "Three runs of each overlap. The count of numbers decides more than "
            "how they are shared out.",
            "rank 16 on two": "A larger rank in few places, or a smaller one in many: here it comes "
            "to the same.",
            "rank 4 everywhere": "A little more, perhaps. But three runs of each overlap.",
        },
    ),
    Question(
        id="merged_in_bfloat16",
        text="The linear weights are in bfloat16, and an adapter of rank 4 is merged into them. How "
        "many of the new dates are right?",
        answer="about as many",
        choices={
            "about as many": "The logits move a little, and hardly any answer changes. This "
            "correction is large beside the last digit of the weights.",
            "half as many": "So one might fear. But this correction is large beside the last digit "
            "of the weights.",
            "few": "bfloat16 has few digits, but this correction is larger than the last of them.",
        },
    ),
)
