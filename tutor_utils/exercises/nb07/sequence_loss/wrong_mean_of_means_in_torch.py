"""mean-of-means"""


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
