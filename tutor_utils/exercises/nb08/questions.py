"""The predictions of notebook 08."""

from ...engine.exercise import Question

QUESTIONS = (
    Question(
        id="second_merge",
        text="The words are now `▁a a`, `▁a b`, `▁a b`. Which pair is joined next?",
        answer="▁a b",
        choices={
            "▁a b": "It comes twice, `▁a a` once. That `▁a` is a merge itself does not matter: it is a token now.",
            "a b": "`a` no longer stands alone in `ab`: it is part of the token `▁a`.",
            "▁a a": "It comes once, in the first word.",
        },
    ),
    Question(
        id="positions_that_learn",
        text="One window of 64 tokens, with its labels. How many predictions does one pass train?",
        answer=64,
        choices={
            64: "Every place predicts its next token, and no place sees the future. That is why training is fast.",
            1: "Only when the model speaks does the last place alone count. In training every place has a label.",
            63: "The labels reach one place beyond the window, so the last token has one too.",
        },
        otherwise="Every place has a label: the token one place further on.",
    ),
    Question(
        id="even_perplexity",
        text="An even guess among 390 tokens: which perplexity?",
        answer=390,
        choices={
            390: "Each token has probability 1/390, so the loss is ln 390, and e to that is 390.",
            5.97: "That is about the loss, ln 390. Perplexity is e to the loss.",
            1: "That is a model that is always right and sure of it.",
        },
        otherwise="The loss of an even guess is ln 390. Perplexity is e to the loss.",
    ),
    Question(
        id="top_p_keeps",
        text="Probabilities 64, 24, 9 and 3 per cent. How many tokens does top-p = 0.8 keep?",
        answer=2,
        choices={
            2: "64 alone is below 80. 64 + 24 = 88 reaches it, so the second one stays.",
            1: "64 per cent is below 80: the fewest whose sum is AT LEAST 0.8 are two.",
            3: "64 + 24 = 88 already reaches 80.",
        },
        otherwise="Add up from the largest until 80 per cent are reached.",
    ),
)
