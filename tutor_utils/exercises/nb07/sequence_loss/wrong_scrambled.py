"""logits-scrambled

The logits were transposed and then flattened: they no longer stand beside their labels.
Try: After your reshape, do the V numbers of one token still stand side by side?
Hint: Flatten (B, L, V) to (B*L, V) without a transpose.
"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    logits = logits.transpose(1, 2).reshape(logits.shape)
    log_p = logits.log_softmax(-1)
    right = log_p.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    each = -(1 - label_smoothing) * right - label_smoothing * log_p.mean(-1)
    keep = labels != pad_id
    return each[keep].mean()
