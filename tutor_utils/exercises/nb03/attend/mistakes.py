"""What goes wrong in `attend`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit, edits

mistakes = Mistakes()

mistakes.add("softmax-over-second-axis", edit("usual", {"(dim=-1)": "(dim=1)"}))

mistakes.add("divided-by-d_k", edit("usual", {"math.sqrt(q.shape[-1])": "q.shape[-1]"}))

mistakes.add("wrong-axes-transposed", edit("usual", {".transpose(-2, -1)": ""}))

mistakes.add("root-of-the-length", *edits("usual", "q.shape[-1]", "k.shape[-2]", "q.shape[-2]"))

mistakes.add("multiplied-by-root", edit("usual", {"/ math.sqrt": "* math.sqrt"}))

mistakes.add("no-scale", edit("usual", {"/ math.sqrt(q.shape[-1])": ""}))

mistakes.add(
    "weights-not-scaled",
    edit("library_output", {"((q * q.shape[-1] ** -0.5) @ k.mT)": "(q @ k.mT)"}),
    means="""Your output is right. The weights beside it are not: their scores are not divided by
    √d_k.""",
    try_next="`F.scaled_dot_product_attention` scales by itself. Does your line of the weights?",
    hint="Use your attention_scores for the weights.",
)

mistakes.add("softmax-over-queries", edit("usual", {"(dim=-1)": "(dim=-2)"}))

mistakes.add(
    "scaled-after-softmax",
    edit("usual", {
        "/ math.sqrt(q.shape[-1])": "",
        "(dim=-1)": "(dim=-1) / math.sqrt(q.shape[-1])",
    }),
    means="""You divide by √d_k after the softmax. The weights of a query then no longer add up to
    1, and the softmax itself saw the large scores.""",
    try_next="""What do the weights of one query add up to? What should be divided: the scores or
    the weights?""",
)

mistakes.add("scores-returned", edit("usual", {", weights": ", scores"}))

mistakes.add("results-swapped", edit("usual", {"output, weights": "weights, output"}))

mistakes.add(
    "values-not-used",
    edit("usual", {"weights @ v": "weights @ k"}),
    means="""You summed the keys. The weights say which VALUES to mix; the keys have done their
    work.""",
    try_next="Which tensor do the weights mix in your last product?",
    hint="`weights @ v`.",
    source="https://github.com/Kyubyong/transformer/issues/170",
)

mistakes.add("softmax-without-dim", edit("usual", {"scores.softmax(dim=-1)": "F.softmax(scores)"}))

mistakes.add("raw-scores", edit("usual", {"scores.softmax(dim=-1)": "scores"}))
