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
        id="no_causal_mask",
        text="Leave out the causal mask and train. What happens to the loss, and to decoding?",
        answer="loss falls, decoding fails",
        choices={
            "loss falls, decoding fails": "The decoder reads the label from the future. When it must speak for itself there is no future to read.",
            "both get better": "The loss does. But at decoding time the future is not there to be read.",
            "both get worse": "The loss gets better: the answer stands in plain sight.",
        },
    ),
    Question(
        id="tokens_without_cache",
        text="One row, 10 tokens are said. How many tokens pass through a decoder layer, all steps together, without a cache?",
        answer=55,
        choices={
            55: "1 + 2 + ... + 10 = 55. With a cache it is 10: each token passes once.",
            10: "That is with a cache. Without one, step 10 alone sends 10 tokens through.",
            100: "That would be 10 tokens in each of the 10 steps. In step 1 there is only bos.",
            45: "1 + 2 + ... + 9 = 45. The tenth step reads ten tokens, since bos is one of them.",
        },
        otherwise="Step 1 reads 1 token (bos), step 2 reads 2, and so on. Add them up.",
    ),
    Question(
        id="greedy_and_best",
        text="The four probabilities stand above. Which sequence does a beam of 2 find?",
        answer="B C",
        choices={
            "B C": "0.36 is the largest. After one step the beam holds A and B, so B C is in reach. Greedy decoding takes A and ends with 0.3.",
            "A C": "This is what greedy decoding finds, with 0.3. The beam also holds B.",
            "A D": "It has 0.3, as A C. There is a better one.",
            "B D": "It has 0.04, the smallest of all.",
        },
    ),
)
