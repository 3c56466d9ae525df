"""summed-not-averaged

This is the sum over the labels. A larger batch then takes larger steps.
Try: Should a batch of twice the size have twice the loss?
Hint: Divide by the count of labels that are not pad.
Seen: https://github.com/huggingface/transformers/issues/7546
"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    log_p = logits.log_softmax(-1)
    right = log_p.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    each = -(1 - label_smoothing) * right - label_smoothing * log_p.mean(-1)
    keep = labels != pad_id
    return each[keep].sum()
