"""smoothing-ignored

The argument label_smoothing has no effect.
Try: Where does the argument `label_smoothing` go in your code?
Hint: `F.cross_entropy` has an argument of the same name. By hand: the other part is the mean of -ln
p over all tokens.
Seen: https://github.com/huggingface/transformers/pull/10338
"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    log_p = logits.log_softmax(-1)
    right = log_p.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    each = -right
    keep = labels != pad_id
    return each[keep].mean()
