"""The predictions of notebook 00."""

from ...engine.exercise import Question

QUESTIONS = (
    Question(
        id="closest_word",
        text="Which two of the three words point most nearly the same way?",
        answer="play and game",
        choices={
            "play and game": "Their features rise and fall together, so the angle is small.",
            "play and orange": "Compare their features one by one: where one is large, the other is small.",
            "game and orange": "Compare their features one by one: where one is large, the other is small.",
        },
    ),
    Question(
        id="soft_minutes",
        text="The three videos have 9, 6 and 0 minutes about cars. With these weights: about how many minutes about cars does the soft search give?",
        answer=7,
        choices={
            5: "That is the plain mean of 9, 6 and 0. The first video has more than a third of the weight.",
            7: "0.55 · 9 + 0.37 · 6 + 0.07 · 0 = 7.2: most of the first video, some of the second.",
            9: "That is the best video alone. The second has a share, too.",
            15: "That is the sum of all minutes. Each is multiplied by its weight first.",
        },
    ),
    Question(
        id="one_vector",
        text="The state has 64 numbers. After 500 training steps: what share of the sequences of ten symbols does it copy?",
        answer="hardly any",
        choices={
            "nearly all": "Three symbols fit, ten do not: each new symbol must change the one vector that holds all the others.",
            "about half": "It is fewer. Every symbol must be right, and each must be read out of the same vector.",
            "hardly any": "Every new symbol changes the one vector that holds all the others, and all ten must come out of it again.",
        },
    ),
    Question(
        id="where_it_looks",
        text="Nobody told it where to look. When it says the fourth symbol, which symbol of the source gets the most weight?",
        answer="the fourth",
        choices={
            "the first": "It has to say the fourth symbol, and the first does not know that one.",
            "the fourth": "That state is the one that has just read the symbol. Training alone has found this.",
            "the last": "The last state has read everything, but the state that has just read the symbol remembers it best.",
            "all the same": "Then every symbol would find the same mixture. The map shows how sharply it chooses.",
        },
    ),
)
