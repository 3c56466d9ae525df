def exact_match(predicted, labels, eos_id, pad_id):
    W = max(predicted.size(1), labels.size(1))
    p = F.pad(predicted, (0, W - predicted.size(1)), value=-1)
    t = F.pad(labels, (0, W - labels.size(1)), value=pad_id)
    after = (t == eos_id).long().cumsum(1) - (t == eos_id).long() > 0
    return ((p == t) | after).all(1).float().mean().item()
