"""The predictions of notebook 11."""

from ...engine.exercise import Question

QUESTIONS = (
    Question(
        id="carrier",
        text="One place of the clean memory goes into the corrupted run. Which place brings the right "
        "answer back by itself?",
        answer="3",
        choices={
            "3": "More than nine tenths of the difference come back with place 3, nearly nothing with "
            "any other one.",
            "3 or 4": "Two heads do look at place 4 as well. What they find there says nothing of the "
            "symbol.",
            "no single one": "Each place of the memory is made of all. But what tells the symbol of "
            "place 3 stays at place 3.",
        },
    ),
    Question(
        id="who_repeats",
        text="Two models learn to repeat, with 1 layer and with 2. Who says what followed last "
        "time?",
        answer="two layers",
        choices={
            "two layers": "Layer 0 tells each place what stands before it. Then a key of layer 1 "
            "can say: I stand after a c.",
            "both": "With one layer a key knows its own symbol alone, not what stands before it. "
            "Nothing marks the place after the first c, so one layer can only guess by position.",
            "neither": "It takes two steps: first each place hears what stands before it, then the "
            "second c looks for that. Two layers are two steps.",
        },
    ),
    Question(
        id="humming_head",
        text="A head gives 5 more in each of its values, and the bias of w_o takes it off again. "
        "Which ablation of the head now gives a different accuracy?",
        answer="zero",
        choices={
            "zero": "The mean holds the constant, so nothing else is lost. Zero takes the constant "
            "away too, and the bias of w_o stays: the model gets what it never got before.",
            "mean": "The constant is part of the mean, so it stays in its place.",
            "both": "The constant is part of the mean: with that nothing changes.",
        },
    ),
)
