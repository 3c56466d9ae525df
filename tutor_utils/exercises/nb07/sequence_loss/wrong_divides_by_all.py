"""divided-by-all-tokens

The pads are left out of the sum but not out of the count. A row in a wide batch then weighs less.
Try: How many labels count? By which number do you divide?
Hint: Divide by the count of labels that are not pad.
Seen: https://github.com/huggingface/transformers/pull/5919
"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    log_p = logits.log_softmax(-1)
    right = log_p.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    each = -(1 - label_smoothing) * right - label_smoothing * log_p.mean(-1)
    keep = labels != pad_id
    return each[keep].sum() / labels.numel()
