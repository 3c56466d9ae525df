"""softmax-before-cross-entropy

The softmax is taken twice: `F.cross_entropy` and `log_softmax` do one by themselves. Then the loss
can never come near zero.
Try: How often do your logits go through a softmax, counting the one inside a function?
Hint: Give the raw logits.
Seen: https://github.com/bkitano/llama-from-scratch/issues/5
"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    log_p = logits.softmax(-1).log_softmax(-1)
    right = log_p.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    each = -(1 - label_smoothing) * right - label_smoothing * log_p.mean(-1)
    keep = labels != pad_id
    return each[keep].mean()
