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
    means="""You blocked after the softmax. The blocked keys took their share already, so the rows
    no longer sum to 1.""",
    try_next="When must a key be left out: before the softmax divides the total of 1, or after?",
    hint="Block the scores, before the softmax.",
    source="https://github.com/rasbt/LLMs-from-scratch/issues/279",
)

mistakes.add(
    "divided-by-d_k",
    edit("usual", {"/ math.sqrt(q.shape[-1])": "", "(-2, -1)": "(-2, -1) / q.shape[-1]"}),
)

mistakes.add(
    "fill-not-low-enough",
    edit("usual", {"(~mask, torch.finfo(scores.dtype).min)": "(~mask, -100.0)"}),
    means="""Your fill is a number that scores can reach. A blocked key then keeps some weight, or
    takes it from the open ones.""",
    try_next="With which number must softmax begin so that `exp` of it is 0?",
    hint="`-math.inf`, or the smallest number of the type: `torch.finfo(scores.dtype).min`.",
)

mistakes.add(
    "gradient-stopped",
    edit("usual", {"softmax(-1)": "softmax(-1).detach()"}),
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
    means="Your result is the same as without a mask.",
    try_next="""Follow `mask` through your code: what uses it, and is the result kept?
    `masked_fill` gives back a new tensor.""",
    hint="scores = scores.masked_fill(...)",
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
    means="""Before the softmax you blocked what was open, and left open what was blocked. True
    means may attend; `masked_fill` fills where its mask is True.""",
    try_next="Which scores does your code replace: those where `mask` is True, or the others?",
    hint="""`masked_fill` takes the opposite, `~mask`. PyTorch's own attention takes `mask` as it
    is.""",
    source="https://github.com/pytorch/pytorch/issues/29546",
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
    means="""Where every key is blocked your output is right, but its gradient is not finite:
    something was divided by 0 on the way, or by almost 0, and to repair the result afterwards does
    not repair the gradient. It runs backward into all weights.""",
    try_next="Where is a division in that row? A softmax over nothing but -inf divides 0 by 0.",
    hint="""Fill with `torch.finfo(scores.dtype).min`, which is finite, softmax, then set blocked
    weights to 0.""",
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
    means="""Where every key is blocked the softmax divides 0 by 0: NaN. One such row spoils the
    loss of the whole batch.""",
    try_next="""What does the softmax of that row divide by? What could you fill with instead, and
    which weights must you then set to 0?""",
    hint="Fill with torch.finfo(scores.dtype).min, softmax, then set blocked weights to 0.",
    source="https://github.com/jadore801120/attention-is-all-you-need-pytorch/issues/5",
)

mistakes.add(
    "no-scale",
    edit("usual", {"/ math.sqrt(q.shape[-1])": ""}),
    means="The scores are not divided by √d_k.",
    try_next="What happened to the scores in notebook 03 before the softmax?",
    hint="Divide the scores by √d_k, as in notebook 03.",
)

mistakes.add(
    "softmax-over-second-axis",
    edit("usual", {"softmax(-1)": "softmax(1)"}),
)

mistakes.add(
    "softmax-over-queries",
    edit("usual", {"softmax(-1)": "softmax(-2)"}),
    edit("where_isnan", {
        """
            weights = scores.softmax(-1)
            weights = torch.where(weights.isnan(), torch.zeros_like(weights), weights)
            return weights @ v, weights
        """: """
            weights = scores.softmax(-2)
            output = weights @ v
            return output, weights
        """,
    }),
)

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
    means="You added the mask as 0 and 1. That changes a score by 1 at most.",
    try_next="What does a 0 or a 1 added to a score change? What would remove a key altogether?",
    hint="Blocked scores must be very negative before the softmax.",
    source="https://github.com/microsoft/onnxscript/pull/656",
)

mistakes.add(
    "results-swapped",
    edit("usual", {"output, weights": "weights, output"}),
)

mistakes.add(
    "scores-returned",
    edit("usual", {", weights": ", scores"}),
)

mistakes.add(
    "filled-with-zero",
    edit("usual", {
        "(~mask, torch.finfo(scores.dtype).min)": "(~mask, 1e-9)",
        """
            if mask is not None:
                weights = weights.masked_fill(~mask, 0.0)
        """: "",
    }),
    means="""Blocked keys got a score of 0, or nearly: filled with 1e-9, or multiplied by the
    mask. A score of 0 is an ordinary score, and softmax gives it a weight.""",
    try_next="Blocked scores must be very negative before the softmax. Is a minus sign missing?",
    hint="-inf, not 0 and not 1e-9",
    source="https://github.com/georg-wolflein/good-features/pull/1",
)

mistakes.add(
    "blocked-row-uniform",
    edit("usual", {
        """
            if mask is not None:
                weights = weights.masked_fill(~mask, 0.0)
        """: "",
    }),
    means="""With a large negative fill, a row with every key blocked becomes even: all its scores
    are the same. It reads what it must not.""",
    try_next="What are the weights of that row after the softmax, and what should they be?",
    hint="weights.masked_fill(~mask, 0.0)",
    source="https://github.com/hyunwoongko/transformer/pull/40",
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
