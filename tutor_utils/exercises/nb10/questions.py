"""The predictions of notebook 10."""

from ...engine.exercise import Question

QUESTIONS = (
    Question(
        id="shifted_norm",
        text="Every feature of a token grows by 100. Which norm gives what it gave before?",
        answer="LayerNorm",
        choices={
            "LayerNorm": "It subtracts the mean first, so a shift of all features is gone.",
            "RMSNorm": "It subtracts nothing: the size is about 100 now, and all features come out "
            "near 1.",
            "both": "RMSNorm subtracts nothing: all features come out near 1 now.",
        },
    ),
    Question(
        id="same_distance",
        text="A query at position 5, a key at position 2. Both move on by 1,000 positions. Their "
        "score:",
        answer="stays",
        choices={
            "stays": "Both hands turn by the same angle, so the angle between them is the same.",
            "falls": "The distance decides, and both have moved: it is 3, as before.",
            "rises": "Turning changes no hand's length, and both turn by the same angle.",
        },
    ),
    Question(
        id="kept_numbers",
        text="3 layers, 4 heads of 16 features. With 4 key heads a token keeps 384 numbers in the "
        "cache. And with 1 key head?",
        answer=96,
        choices={
            96: "2 (a key and a value) · 1 head · 16 features · 3 layers.",
            384: "Only the queries still have 4 heads, and they are not kept.",
            192: "That is 2 key heads.",
            48: "The value is kept too, beside the key.",
        },
        otherwise="A key and a value, for each key head and each layer, of 16 features.",
    ),
    Question(
        id="rope_length",
        text="RoPE, trained to copy 1 to 10 symbols. Of rows of 12, how many are right?",
        answer="nearly none",
        choices={
            "nearly none": "In training the symbol to copy never stood farther back than 10 "
            "positions. RoPE gives a score at 12 too, but nothing taught the model to look there.",
            "about half": "At 11 some are still right. At 12 the symbol to copy stands farther back than "
            "any symbol to copy in training.",
            "nearly all": "The score depends on the distance alone. But in training the symbol to "
            "copy never stood 12 positions back.",
        },
    ),
)
