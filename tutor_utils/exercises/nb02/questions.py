"""The predictions of notebook 02."""

from ...engine.exercise import Question

QUESTIONS = (
    Question(
        id="qkv_parameters",
        text="Three layers nn.Linear(512, 512). How many numbers do they learn together?",
        answer=787_968,
        choices={
            787_968: "3 x (512 x 512 + 512): each layer has a weight matrix and one bias per output.",
            786_432: "That counts the weights. Each layer also has 512 biases.",
            262_656: "That is one layer. There are three: query, key and value.",
            262_144: "That is the weight matrix of one layer, without its biases.",
        },
        otherwise="Count one layer first: 512 inputs times 512 outputs, and one bias per output.",
    ),
    Question(
        id="split_shape",
        text="q is (10, 20, 512) and there are 8 heads. What is the shape after split_heads?",
        answer=(10, 8, 20, 64),
        choices={
            (10, 8, 20, 64): "Every head gets a row for each of the 20 tokens: 64 of the 512 "
            "projected features.",
            (10, 20, 8, 64): "The cut is right. The head axis must still move in front of the "
            "tokens.",
            (10, 8, 20, 512): "A head gets its part of the projected features: 512 / 8 = 64.",
            (80, 20, 64): "Batch and heads folded into one axis. Some code does so; here they stay "
            "apart.",
        },
        otherwise="The batch stays first, then heads, tokens, and features of one head: 512 / 8.",
    ),
    Question(
        id="one_layer_or_eight",
        text="Eight layers 512 -> 64, one for each head, or one layer 512 -> 512 that is cut "
        "afterwards: which learns more numbers?",
        answer="the same",
        choices={
            "the same": "8 x (512 x 64 + 64) = 512 x 512 + 512. It is the same matrix, written in "
            "eight pieces or in one.",
            "eight layers": "Count them: 8 x (512 x 64 + 64). Then count 512 x 512 + 512.",
            "one layer": "Count them: 512 x 512 + 512. Then count 8 x (512 x 64 + 64).",
        },
    ),
    Question(
        id="head_sees",
        text="A token of 512 features is projected by w_q, and the query is cut into 8 heads. How many of the token's 512 features can change the query of head 0?",
        answer=512,
        choices={
            512: "Each of the head's 64 numbers is a sum over all 512 features of the token. What is cut is the projection, not the token.",
            64: "64 is how many numbers the head's query has. Each of them was made by w_q: from how many features?",
        },
        otherwise="Look at one number of the query: w_q makes it as a sum. Over how many features of the token?",
    ),
)
