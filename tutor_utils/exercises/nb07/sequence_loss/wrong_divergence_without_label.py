"""divergence-not-cross-entropy"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    kept = labels != pad_id
    said = F.log_softmax(logits[kept], -1)
    q = torch.full_like(said, label_smoothing / (said.shape[-1] - 1))
    q.scatter_(-1, labels[kept][:, None], 1 - label_smoothing)
    return F.kl_div(said, q, reduction="batchmean")
