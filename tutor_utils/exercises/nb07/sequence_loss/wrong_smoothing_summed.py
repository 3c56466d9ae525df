"""shares-not-one

Each token gets the whole of label_smoothing. It is to be shared by them.
Try: How much do all tokens get together? Is that 1?
Hint: The mean over the tokens in place of the sum.
"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    log_p = logits.log_softmax(-1)
    right = log_p.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    each = -(1 - label_smoothing) * right - label_smoothing * log_p.sum(-1)
    keep = labels != pad_id
    return each[keep].mean()
