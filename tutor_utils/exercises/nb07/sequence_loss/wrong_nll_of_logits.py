"""softmax-missing

You read the logits as if they were logarithms of probabilities. `F.nll_loss` does no softmax.
Try: Which of `F.nll_loss` and `F.cross_entropy` does its own softmax?
Hint: F.cross_entropy, or `log_softmax` before `nll_loss`.
Seen: https://github.com/HLTCHKUST/PAML/issues/11
"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    log_p = logits
    right = log_p.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    each = -(1 - label_smoothing) * right - label_smoothing * log_p.mean(-1)
    keep = labels != pad_id
    return each[keep].mean()
