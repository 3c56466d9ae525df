"""What goes wrong in `masked_attend`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

NOT_ZEROED = {
    """
        if mask is not None:
            weights = weights.masked_fill(~mask, 0.0)
    """: "",
}

mistakes.add(
    "blocked-row-read",
    edit("usual", NOT_ZEROED | {
        ".masked_fill(~mask, torch.finfo(scores.dtype).min)": "+ (~mask).to(scores.dtype) * -1e4",
    }),
    means="""Where every key is blocked, your row reads as if nothing were blocked. So it goes
    where a large negative number is added to all scores of a row: their differences stay.""",
    try_next="What are the weights of that row after your masking, and what should they be?",
    hint="weights.masked_fill(~mask, 0.0)",
)

mistakes.add(
    "masked-after-softmax",
    edit("usual", {
        """
            if mask is not None:
                scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)
        """: "",
    }),
)

mistakes.add("divided-by-d_k", edit("usual", {"math.sqrt(q.shape[-1])": "q.shape[-1]"}))

mistakes.add(
    "fill-not-low-enough",
    edit("usual", {"(~mask, torch.finfo(scores.dtype).min)": "(~mask, -100.0)"}),
    means="""The open key has a low score here, the blocked one a high score, and the open key has
    lost its weight: a score can lie below the number that you fill in, or the softmax saw the
    blocked key and left nothing of the open one.""",
    try_next="With which number must softmax begin so that `exp` of it is 0?",
    hint="`-math.inf`, or the smallest number of the type: `torch.finfo(scores.dtype).min`.",
)

mistakes.add(
    "mask-ignored",
    edit("usual", {"scores = scores": "scores"} | NOT_ZEROED),
)

mistakes.add(
    "mask-inverted",
    edit("usual", {"~mask, torch": "mask, torch", "~mask, 0.0": "mask, 0.0"}),
    edit("usual", {"~mask, torch.finfo(scores.dtype).min": 'mask, float("-inf")'} | NOT_ZEROED),
    edit("usual", {"~mask, torch": "mask, torch"} | NOT_ZEROED),
)

mistakes.add(
    "blocked-row-nan-gradient",
    edit("where_isnan", {
        "scores.masked_fill": "scores + torch.zeros_like(scores).masked_fill",
    }),
)

mistakes.add(
    "blocked-row-nan",
    edit("usual", {"torch.finfo(scores.dtype).min": 'float("-inf")'} | NOT_ZEROED),
)

mistakes.add("no-scale", edit("usual", {"/ math.sqrt(q.shape[-1])": ""}))

mistakes.add("softmax-over-second-axis", edit("usual", {"softmax(-1)": "softmax(1)"}))

mistakes.add("softmax-over-queries", edit("usual", {"softmax(-1)": "softmax(-2)"}))

mistakes.add(
    "mask-added",
    edit("usual", NOT_ZEROED | {
        "scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)":
            "scores = scores + mask",
    }),
)

mistakes.add("results-swapped", edit("usual", {"output, weights": "weights, output"}))

mistakes.add("scores-returned", edit("usual", {", weights": ", scores"}))

mistakes.add(
    "filled-with-zero",
    edit("usual", {"(~mask, torch.finfo(scores.dtype).min)": "(~mask, 1e-9)"} | NOT_ZEROED),
)

mistakes.add(
    "blocked-row-uniform",
    edit("usual", NOT_ZEROED),
)

mistakes.harmless("q.shape[-1] -> k.shape[-1]", because="q and k have one width")
mistakes.harmless(
    "torch.finfo(scores.dtype) -> torch.finfo()",
    because="it differs in float16 alone, where overflow is a remark",
)
