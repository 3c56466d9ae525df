"""What goes wrong in `attention_scores`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit, edits

mistakes = Mistakes()

mistakes.add("divided-by-d_k", edit("usual", {"math.sqrt(q.shape[-1])": "q.shape[-1]"}))

mistakes.add(
    "root-of-axis-1",
    edit("usual", {"shape[-1]": "shape[1]"}),
    means="""You took the size of axis 1 for d_k. With two axes that is so; with a batch or heads
    in front it is another size.""",
    try_next="Count the axis of d_k from the end. Does your line do so?",
    hint="Count from the end: `q.shape[-1]`.",
    source="https://github.com/tenstorrent/tt-metal/pull/56789",
)

mistakes.add(
    "wrong-axes-transposed",
    edit("usual", {"(-2, -1)": "(0, 1)"}),
    edit("usual", {".transpose(-2, -1)": ""}),
)

mistakes.add("root-of-the-length", *edits("usual", "q.shape[-1]", "k.shape[-2]", "q.shape[-2]"))

mistakes.add("multiplied-by-root", edit("usual", {"scores /": "scores *"}))

mistakes.add("no-scale", edit("usual", {"scores = scores / math.sqrt(q.shape[-1])": ""}))

mistakes.add(
    "root-fixed",
    edit("usual", {"q.shape[-1]": "64"}),
    means="""You divided by 8, the root of the paper's d_k = 64. The width of these keys counts,
    whatever it is.""",
    try_next="Which axis of q tells how wide it is?",
    hint="/ math.sqrt(q.shape[-1])",
)

mistakes.add(
    "softmax-too-early",
    edit("usual", {"return scores": "return scores.softmax(-1)"}),
    means="These are weights already. The scores come first; the softmax is the next exercise.",
    try_next="What do your scores sum to? Which step belongs to the next exercise?",
    hint="Take the softmax out.",
)

mistakes.add(
    "queries-and-keys-swapped",
    edit("usual", {"scores = q @ k": "scores = k @ q"}),
    means="Your table has keys down and queries across.",
    try_next="""Which of the two stands on the left of your product? The rows of the table come
    from there.""",
    hint="q @ k.mT",
)

mistakes.harmless("q.shape[-1] -> k.shape[-1]", because="q and k have one width")
