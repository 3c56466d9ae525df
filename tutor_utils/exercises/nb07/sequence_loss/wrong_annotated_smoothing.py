"""divergence-not-cross-entropy"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    size = logits.shape[-1]
    said = logits.reshape(-1, size).log_softmax(-1)
    right = labels.reshape(-1)
    wanted = torch.full_like(said, label_smoothing / (size - 2))
    wanted.scatter_(1, right[:, None], 1 - label_smoothing)
    wanted[:, pad_id] = 0
    wanted[right == pad_id] = 0
    return F.kl_div(said, wanted, reduction="sum") / (right != pad_id).sum()
