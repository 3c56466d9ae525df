"""What goes wrong in `causal_mask`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "device-named",
    edit("usual", {"device=device": 'device="cuda"'}),
    edit("usual", {", device=device": ""}),
)

mistakes.add("mask-inverted", edit("usual", {"mask.tril()": "mask.triu(1)"}))

mistakes.add("diagonal-blocked", edit("usual", {"mask.tril()": "mask.tril(-1)"}))

mistakes.add(
    "one-future-token",
    edit("usual", {"mask.tril()": "mask.tril(1)"}),
    means="""Each token sees one token of the future. In training it sees its own answer: the loss
    is near zero and decoding fails.""",
    try_next="""May query 0 see key 1 in your mask? Look at the number in `tril` or `triu`, or at
    your comparison.""",
)

mistakes.add(
    "past-and-future-swapped",
    edit("usual", {"mask.tril": "mask.triu"}),
    means="Your triangle is the upper one: each token sees itself and the future.",
    try_next="Rows are queries, columns are keys. May query 0 see key 1 in your mask?",
    hint="Rows are queries, columns are keys: use the lower triangle.",
    source="https://github.com/pytorch/pytorch/issues/29546",
)

mistakes.add(
    "axes-missing",
    edit("usual", {"return mask[None, None]": "return mask"}),
    edit("usual", {"None, None": "None"}),
)

mistakes.harmless(kind="detach", because="a mask carries no gradient")
