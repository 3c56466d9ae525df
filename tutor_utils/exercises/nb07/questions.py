"""The predictions of notebook 07."""

from ...engine.exercise import Question

QUESTIONS = (
    Question(
        id="first_label",
        text="The target is bos 5 7 eos. At the first position the decoder sees only bos. Which token is the label there?",
        answer="5",
        choices={
            "5": "The label at each position is the token one position further on.",
            "bos": "bos is what it sees. The label is what comes next.",
            "eos": "eos is the label of the last step, after 7.",
        },
    ),
    Question(
        id="loss_at_start",
        text="Before training, a model over 11 ids guesses evenly. What is its cross-entropy, about?",
        answer=2.4,
        choices={
            2.4: "ln 11 = 2.398. A first loss far above it means that something is wrong in the set-up.",
            11: "That is the number of ids. The loss is its logarithm.",
            0: "Zero is a perfect model.",
            1: "Cross-entropy is -ln(1/11) for an even guess over 11 ids.",
        },
        otherwise="An even guess gives each id 1/11. The loss is -ln(1/11).",
    ),
    Question(
        id="twelve_symbols",
        text="It was trained on 1 to 10 symbols, and copies 10 without an error. It has positions for 16. How many sequences of 12 symbols does it copy?",
        answer="hardly any",
        choices={
            "hardly any": "It learned what to do at each of the positions that it met. Nothing ever told it what to do at the others.",
            "about half": "The picture below shows a cliff, not a slope.",
            "nearly all": "This is what one hopes for: copying is copying. Look at the picture below.",
        },
    ),
)
