def exact_match(predicted, labels, eos_id, pad_id):
    n = labels.shape[1]
    p = F.pad(predicted, (0, max(0, n - predicted.shape[1])), value=-1)[:, :n]
    is_eos = labels == eos_id
    counts = is_eos.cumsum(1) - is_eos.long() == 0
    return 1.0 - ((p != labels) & counts).any(1).double().mean().item()
