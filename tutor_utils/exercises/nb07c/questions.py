"""The predictions of notebook 07c."""

from ...engine.exercise import Question

QUESTIONS = (
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
