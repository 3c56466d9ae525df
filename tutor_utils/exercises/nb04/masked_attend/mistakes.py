"""What goes wrong in `masked_attend`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, code, edit

mistakes = Mistakes()

mistakes.add(
    "blocked-row-read",
    edit("usual", {
        ".masked_fill(~mask, torch.finfo(scores.dtype).min)": "+ (~mask).to(scores.dtype) * -1e4",
        """
            if mask is not None:
                weights = weights.masked_fill(~mask, 0.0)
        """: "",
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
    edit("usual", {
        "scores = scores": "scores",
        """
            if mask is not None:
                weights = weights.masked_fill(~mask, 0.0)
        """: "",
    }),
)

mistakes.add(
    "mask-inverted",
    edit("usual", {"~mask, torch": "mask, torch", "~mask, 0.0": "mask, 0.0"}),
    edit("usual", {
        "~mask, torch.finfo(scores.dtype).min": 'mask, float("-inf")',
        """
            if mask is not None:
                weights = weights.masked_fill(~mask, 0.0)
        """: "",
    }),
    edit("usual", {
        "~mask, torch": "mask, torch",
        """
            if mask is not None:
                weights = weights.masked_fill(~mask, 0.0)
        """: "",
    }),
)

mistakes.add(
    "blocked-row-nan-gradient",
    code("""
        def masked_attend(q, k, v, mask=None):
            scores = q / math.sqrt(q.shape[-1]) @ k.transpose(-2, -1)
            if mask is None:
                mask = torch.ones_like(scores, dtype=torch.bool)
            least = torch.finfo(scores.dtype).min
            largest = scores.detach().masked_fill(~mask, least).amax(-1, keepdim=True)
            shares = ((scores - largest) * mask).exp() * mask
            weights = (shares / shares.sum(-1, keepdim=True)).nan_to_num()
            return weights @ v, weights
    """),
)

mistakes.add(
    "blocked-row-nan",
    edit("usual", {
        "torch.finfo(scores.dtype).min": 'float("-inf")',
        """
            if mask is not None:
                weights = weights.masked_fill(~mask, 0.0)
        """: "",
    }),
)

mistakes.add("no-scale", edit("usual", {"/ math.sqrt(q.shape[-1])": ""}))

mistakes.add("softmax-over-second-axis", edit("usual", {"softmax(-1)": "softmax(1)"}))

mistakes.add("softmax-over-queries", edit("usual", {"softmax(-1)": "softmax(-2)"}))

mistakes.add(
    "mask-added",
    edit("usual", {
        "scores = scores.masked_fill(~mask, torch.finfo(scores.dtype).min)":
            "scores = scores + mask",
        """
            if mask is not None:
                weights = weights.masked_fill(~mask, 0.0)
        """: "",
    }),
)

mistakes.add("results-swapped", edit("usual", {"output, weights": "weights, output"}))

mistakes.add("scores-returned", edit("usual", {", weights": ", scores"}))

mistakes.add(
    "filled-with-zero",
    edit("usual", {
        "(~mask, torch.finfo(scores.dtype).min)": "(~mask, 1e-9)",
        """
            if mask is not None:
                weights = weights.masked_fill(~mask, 0.0)
        """: "",
    }),
)

mistakes.add(
    "blocked-row-uniform",
    edit("usual", {
        """
            if mask is not None:
                weights = weights.masked_fill(~mask, 0.0)
        """: "",
    }),
)

mistakes.harmless(
    "k.transpose(-2, -1) -> k.transpose(2, -1)",
    because="the contract gives four axes, so -2 is 2",
)
mistakes.harmless("q.shape[-1] -> k.shape[-1]", because="q and k have one width")
mistakes.harmless(
    "torch.finfo(scores.dtype) -> torch.finfo()",
    because="it differs in float16 alone, where overflow is a remark",
)
