"""The predictions of notebook 00."""

from ...engine.exercise import Question

QUESTIONS = (
    Question(
        id="closest_word",
        text="play, game, orange: which two of these vectors point most nearly the same way?",
        answer="play and game",
        choices={
            "play and game": "Their features rise and fall together, so the angle is small.",
            "play and orange": "Compare their features one by one: where one is large, the other is small.",
            "game and orange": "Compare their features one by one: where one is large, the other is small.",
        },
    ),
    Question(
        id="waiting",
        text="A text grows from 100 words to 1,000. You have as many processors as you like. How many times as long does a recurrent layer take?",
        answer=10,
        choices={
            1: "More processors do not help: each step needs the state that the step before has made.",
            10: "Each word is one step, and each step waits for the one before. Processors cannot change that.",
            100: "That is how the number of pairs of words grows. A recurrent layer looks at no pairs: it takes one step for each word.",
        },
    ),
    Question(
        id="distance_effect",
        text="The first word stands 40 words back. For which of the four is the gradient now less than a thousandth of what it is at a distance of one word?",
        answer="RNN and LSTM",
        choices={
            "RNN alone": "The LSTM has a gate that can keep its state. As PyTorch starts it, that gate keeps about half at each step: half of a half, 40 times.",
            "RNN and LSTM": "Both shrink it at every step. With its forget gate open the LSTM hardly shrinks it, and attention has one step only.",
            "all but attention": "Look at the LSTM with the open gate: it keeps nearly its whole state at each step.",
            "all": "Attention has one step from any word to any other. And the open gate keeps nearly everything.",
        },
    ),
)
