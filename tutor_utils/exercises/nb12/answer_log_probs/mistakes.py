"""What goes wrong in `answer_log_probs`: each mistake is an edit of an answer in right.py."""

from ...edits import Mistakes, edit

mistakes = Mistakes()

mistakes.add(
    "mean-of-the-answer",
    edit("usual", {"(said * counts).sum(dim=1)": "(said * counts).sum(dim=1) / counts.sum(dim=1)"}),
    edit("usual", {"(said * counts).sum(dim=1)": "(said * counts).mean(dim=1)"}),
    means="""You take the mean over the tokens. The probability of a whole answer is a product, so
    its logarithm is a sum: a longer answer is less likely.""",
    try_next="Two tokens of probability 0.5 each: how likely are both?",
    hint="`.sum(dim=1)`.",
)

mistakes.add(
    "shifted-once-more",
    edit("usual", {
        "log_p = logits.log_softmax(dim=-1)":
            "log_p = logits[:, :-1].log_softmax(dim=-1)\n    labels = labels[:, 1:]",
    }),
    means="""You shift labels against logits. That is done already: the label of a place is the id
    that comes next.""",
    try_next="What did `chat_batch` put at the first place of labels?",
    hint="Place t of logits belongs to place t of labels.",
)

mistakes.add(
    "log-of-a-softmax",
    edit("usual", {"logits.log_softmax(dim=-1)": "logits.softmax(dim=-1).log()"}),
    means="""Where the model is very sure, the softmax of another token is rounded to 0, and its
    logarithm is infinite.""",
    try_next="What is `torch.tensor([0.0, 200.0]).softmax(-1)`?",
    hint="`log_softmax` works out both at once.",
)

mistakes.harmless(
    "labels.where(counts, 0) -> labels.where(counts, 1)",
    because="any id will do: its number is left out of the sum",
)
mistakes.harmless(
    "log_p.gather(-1, labels.where(counts, 0)[..., None])[..., 0] -> "
    "log_p.gather(-1, labels.where(counts, 0)[..., None])[..., -1]",
    because="an axis of one has one place",
)
