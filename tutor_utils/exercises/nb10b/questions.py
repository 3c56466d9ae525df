"""The predictions of notebook 10b."""

from ...engine.exercise import Question

QUESTIONS = (
    Question(
        id="reach_of_layers",
        text="A window of 4 in each of 3 layers. How many places back can a word be that still "
        "changes the last token's result?",
        answer=9,
        choices={
            9: "Each layer reaches 3 places back, and hears what those have heard: 3 · 3.",
            3: "That is one layer. The token 3 places back has listened too, one layer below.",
            12: "The window of 4 counts the token itself, so a layer reaches 3 places back.",
        },
        otherwise="A layer reaches window - 1 places back; the next one hears what those heard.",
    ),
    Question(
        id="larger_score_comes",
        text="The largest score so far is 3. The next block brings a 5. By what must the sums so "
        "far be multiplied?",
        answer="exp(3 - 5)",
        choices={
            "exp(3 - 5)": "They hold powers exp(s - 3), and should hold exp(s - 5).",
            "exp(5 - 3)": "Then they would grow. Beside a larger score the old ones weigh less.",
            "1": "Old powers are exp(s - 3), new ones exp(s - 5): they do not go together.",
        },
    ),
    Question(
        id="angles_not_met",
        text="A model was trained on 8,192 places and reads 32,768. Which hands meet angles that "
        "they never had in training?",
        answer="the slow ones",
        choices={
            "the slow ones": "One that made a tenth of a turn in training now makes four tenths.",
            "the fast ones": "They went round many times in training: every angle has been there.",
            "all": "A hand that went round once has had every angle. Only slow ones have not.",
        },
    ),
    Question(
        id="share_of_experts",
        text="8 experts, and each token is read by 2. Which share of the experts' parameters does "
        "one token meet?",
        answer="a quarter",
        choices={
            "a quarter": "2 of 8. The model holds four times what a token costs.",
            "all of them": "All must be there, since another token may choose them. This one meets 2.",
            "an eighth": "That would be one expert.",
        },
    ),
)
