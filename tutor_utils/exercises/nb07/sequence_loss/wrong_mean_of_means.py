"""mean-of-means

You averaged each row and then the rows. A word in a short row then weighs more than one in a long
row.
Try: How much should each word weigh, in a short row and in a long one?
Hint: One sum over all labels that are not pad, divided by their count.
"""


def sequence_loss(logits: Tensor, labels: Tensor, pad_id: int, label_smoothing: float = 0.0) -> Tensor:
    losses = F.cross_entropy(
        logits.transpose(1, 2),
        labels,
        ignore_index=pad_id,
        label_smoothing=label_smoothing,
        reduction="none",
    )
    counts = (labels != pad_id).sum(dim=1).clamp(min=1)
    return (losses.sum(dim=1) / counts).mean()
