"""The predictions of notebook 04."""

from ...engine.exercise import Question

QUESTIONS = (
    Question(
        id="causal_count",
        text="A causal mask for 4 tokens: how many of the 16 cells are open?",
        answer=10,
        choices={
            10: "1 + 2 + 3 + 4: token q sees itself and all before it.",
            6: "That is without the diagonal. A token may see itself.",
            16: "That is no mask at all.",
            8: "Count row by row: 1, 2, 3 and 4 open cells.",
        },
        otherwise="Count row by row: token 0 sees 1 key, token 1 sees 2, and so on.",
    ),
    Question(
        id="mask_before_softmax",
        text="You set blocked weights to 0 after the softmax and do nothing else. What do the rows sum to?",
        answer="less than 1",
        choices={
            "less than 1": "The blocked keys took their share already, and it is thrown away.",
            "1": "They did before. Then a part was thrown away.",
            "more than 1": "Nothing was added.",
        },
    ),
    Question(
        id="pad_queries",
        text="A padding mask hides pads as keys. Must they be hidden as queries, too?",
        answer="no",
        choices={
            "no": "Nobody reads what the pads find, and the loss leaves them out.",
            "yes": "A query changes its own row of the output alone. Nobody reads the rows of the "
            "pads, and the loss leaves them out.",
        },
    ),
    Question(
        id="cross_mask_shape",
        text="Queries: 5 tokens of the target. Keys: 7 tokens of the source, some are pads. What is the size of the last axis of the mask?",
        answer=7,
        choices={
            7: "The mask says which keys may be read, and the keys are the source.",
            5: "Those are the queries, the second-last axis.",
        },
        otherwise="Keys are the last axis, and the keys of cross-attention are the source.",
    ),
)
