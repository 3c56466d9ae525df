"""softmax-missing

You read the logits as if they were logarithms of probabilities. No softmax made them so: neither
`F.nll_loss` nor `gather` does one.
Try: Which line of yours turns logits into log-probabilities?
Hint: F.cross_entropy, or `log_softmax` before `nll_loss`.
Seen: https://github.com/HLTCHKUST/PAML/issues/11
"""


def sequence_loss(logits, labels, pad_id, label_smoothing=0.0):
    log_p = logits
    right = log_p.gather(-1, labels.unsqueeze(-1)).squeeze(-1)
    each = -(1 - label_smoothing) * right - label_smoothing * log_p.mean(-1)
    keep = labels != pad_id
    return each[keep].mean()
