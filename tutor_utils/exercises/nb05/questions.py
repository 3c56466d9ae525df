"""The predictions of notebook 05."""

from ...engine.exercise import Question

QUESTIONS = (
    Question(
        id="merge_reshape",
        text="x is (1, 2, 3, 4): 2 heads, 3 tokens, 4 features each. x.reshape(1, 3, 8) has the "
        "shape that we want. What does its row 0 hold?",
        answer="head 0 of tokens 0 and 1",
        choices={
            "head 0 of tokens 0 and 1": "A reshape reads the numbers in the order in which they "
            "lie: all tokens of head 0, then all tokens of head 1.",
            "both heads of token 0": "That is what we want, and it needs the transpose first.",
            "both heads of all tokens": "One row has 8 places, and there are 24 numbers.",
        },
    ),
    Question(
        id="mha_parameters",
        text="MultiHeadAttention(512, 8) has four layers nn.Linear(512, 512). How many numbers does "
        "it learn with 16 heads in place of 8?",
        answer="the same",
        choices={
            "the same": "Heads are a way to cut what the layers give. The layers stay as they are.",
            "twice as many": "Each head gets half as wide: 32 features in place of 64.",
            "half as many": "Each head is half as wide, but there are twice as many.",
        },
    ),
    Question(
        id="one_or_eight",
        text="Each token must report the numbers of its left and of its right neighbour. Of equal "
        "size: which can learn it, one wide head or eight narrow ones?",
        answer="eight heads",
        choices={
            "eight heads": "A head has one row of weights for each token. Looking at two places, "
            "and keeping apart what was found there, takes two heads.",
            "one head": "It has one row of weights for each token. If it looks at both neighbours, "
            "their numbers are mixed, and no layer can take them apart again.",
            "both": "The layers are of equal size, but one head has only one row of weights for "
            "each token: what it finds at two places is mixed, and cannot be taken apart again.",
        },
    ),
)
