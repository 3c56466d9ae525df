"""What goes wrong in `sequence_loss`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, code, edit

mistakes = Mistakes()

mistakes.add(
    "divergence-not-cross-entropy",
    code("""
        def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
            size = logits.shape[-1]
            said = logits.reshape(-1, size).log_softmax(-1)
            right = labels.reshape(-1)
            wanted = torch.full_like(said, label_smoothing / (size - 2))
            wanted.scatter_(1, right[:, None], 1 - label_smoothing)
            wanted[:, pad_id] = 0
            wanted[right == pad_id] = 0
            return F.kl_div(said, wanted, reduction="sum") / (right != pad_id).sum()
    """),
    edit("smooth_over_others", {
        "torch.full_like(log_p, label_smoothing / (V - 1)).scatter(-1, labels[..., None], 1 - label_smoothing)":
            "torch.full_like(log_p, label_smoothing / V).scatter(-1, labels[..., None], 1 - label_smoothing + label_smoothing / V)",
        "-(q * log_p)": "(q.xlogy(q) - q * log_p)",
    }),
    means="""Your loss is a divergence (KL): it is lower than cross-entropy by what the smoothed
    labels have of their own. The gradient is the same, and the number is not.""",
    try_next="Compare your loss with `F.cross_entropy(..., label_smoothing=0.1)` for one label.",
    hint="-Σ q·ln p, without the term q·ln q.",
    source="https://github.com/harvardnlp/annotated-transformer/issues/18",
)

mistakes.add(
    "divided-by-rows",
    edit("usual", {"[keep].mean()": "[keep].sum() / labels.shape[0]"}),
    means="""You divide by the number of rows. A longer row then weighs more than a short one, and
    the loss grows with the length.""",
    try_next="How many labels count? By which number do you divide?",
    hint="Divide by the count of labels that are not pad.",
)

mistakes.add(
    "divided-by-all-tokens",
    edit("usual", {"[keep].mean()": "[keep].sum() / labels.numel()"}),
    means="""The pads are left out of the sum but not out of the count. A row in a wide batch then
    weighs less.""",
    try_next="How many labels count? By which number do you divide?",
    hint="Divide by the count of labels that are not pad.",
    source="https://github.com/huggingface/transformers/pull/5919",
)

mistakes.add(
    "mean-of-means",
    edit("usual", {"each[keep].mean()": "((each * keep).sum(dim=1) / keep.sum(dim=1)).mean()"}),
    means="""You averaged each row and then the rows. A word in a short row then weighs more than
    one in a long row.""",
    try_next="How much should each word weigh, in a short row and in a long one?",
    hint="One sum over all labels that are not pad, divided by their count.",
    source="https://github.com/spro/practical-pytorch/issues/45",
)

mistakes.add(
    "softmax-missing",
    edit("usual", {".log_softmax(-1)": ""}),
    means="""You read the logits as if they were logarithms of probabilities. No softmax made them
    so: neither `F.nll_loss` nor `gather` does one.""",
    try_next="Which line of yours turns logits into log-probabilities?",
    hint="F.cross_entropy, or `log_softmax` before `nll_loss`.",
    source="https://github.com/HLTCHKUST/PAML/issues/11",
)

mistakes.add(
    "pad-id-fixed",
    edit("usual", {"!= pad_id": "!= 0"}),
    means="Id 0 is left out, whatever `pad_id` says.",
    try_next="What in your code picks out the id 0: a number, or a test such as `labels.bool()`?",
    hint="Use the argument `pad_id`.",
    source="https://github.com/jadore801120/attention-is-all-you-need-pytorch/issues/165",
)

mistakes.add(
    "pads-counted",
    edit("ignore_index", {", ignore_index=pad_id": ""}),
    means="""Pads count as labels. The model is trained to say pad, and the loss depends on how
    wide the batch is.""",
    try_next="Where does `pad_id` come into your loss?",
    hint="F.cross_entropy(..., ignore_index=pad_id)",
)

mistakes.add(
    "logits-scrambled",
    edit("ignore_index", {"logits.flatten(0, 1)": "logits.transpose(1, 2).reshape(-1, logits.shape[-1])"}),
    edit("ignore_index", {
        "logits.flatten(0, 1), labels.flatten()":
            "logits.reshape(logits.shape[0], logits.shape[2], -1), labels",
    }),
    means="""Your reshape does not keep the V numbers of one token together: the logits no longer
    stand beside their labels.""",
    try_next="After your reshape, do the V numbers of one token still stand side by side?",
    hint="Flatten (B, L, V) to (B*L, V) without a transpose; only `transpose` moves an axis.",
)

mistakes.add(
    "shifted-inside",
    edit("usual", {"log_p =": "logits, labels = logits[:, :-1], labels[:, 1:]\n    log_p ="}),
    means="You shift the labels once more. They come shifted already: shift_target makes them.",
    try_next="Which label belongs to the first place of the logits?",
    hint="logits[b, t] goes with labels[b, t].",
)

mistakes.add(
    "sign-missing",
    edit("usual", {"return each": "return -each"}),
    means="Your loss is ln p and not -ln p. It falls when the model gets worse.",
    try_next="The probability of the right token is 0.5. What is the loss, and what is its sign?",
    hint="The loss of one token is -log_softmax at its label.",
)

mistakes.add(
    "small-number-added-to-probabilities",
    edit("usual", {"logits.log_softmax(-1)": "(logits.softmax(-1) + 1e-9).log()"}),
    means="""You add a small number to the probabilities before the logarithm. Where the model is
    sure of a wrong token, the loss cannot grow beyond the logarithm of that number, and hardly any
    gradient is left.""",
    try_next="""Logits 0 and 30: what is the probability of the first token, and how large is your
    number beside it?""",
    hint="`logits.log_softmax(-1)` or `F.cross_entropy` need no guard.",
)

mistakes.add(
    "smoothing-ignored",
    edit("usual", {" - label_smoothing * log_p.mean(-1)": "", "-(1 - label_smoothing) * right": "-right"}),
)

mistakes.add(
    "pads-smoothed",
    code("""
        def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
            flat, wanted = logits.flatten(0, 1), labels.flatten()
            right = F.cross_entropy(flat, wanted, ignore_index=pad_id)
            even = -flat.log_softmax(-1).mean()
            return (1 - label_smoothing) * right + label_smoothing * even
    """),
    means="The smoothed part of the loss counts the pads too.",
    try_next="Where does `pad_id` come into the second part of your loss?",
    hint="Leave the pads out of both parts.",
    source="https://github.com/pytorch/pytorch/issues/73205",
)

mistakes.add(
    "softmax-over-the-wrong-axis",
    edit("usual", {"log_softmax(-1)": "log_softmax(1)"}),
    means="""Your softmax runs over another axis than the tokens: the probabilities of one place
    do not add up to 1.""",
    try_next="Over which axis does your softmax run, and what is on it?",
    hint="V is the last axis: `dim=-1`.",
)

mistakes.add(
    "softmax-before-cross-entropy",
    edit("usual", {"= logits": "= logits.softmax(-1)"}),
    means="""The softmax is taken twice: `F.cross_entropy` and `log_softmax` do one by themselves.
    Then the loss can never come near zero.""",
    try_next="How often do your logits go through a softmax, counting the one inside a function?",
    hint="Give the raw logits.",
    source="https://github.com/bkitano/llama-from-scratch/issues/5",
)

mistakes.add("summed-not-averaged", edit("usual", {"[keep].mean": "[keep].sum"}))
