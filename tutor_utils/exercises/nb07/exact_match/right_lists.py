def exact_match(predicted, labels, eos_id, pad_id):
    hits = 0
    for p, t in zip(predicted.tolist(), labels.tolist()):
        n = t.index(eos_id) + 1
        hits += p[:n] == t[:n]
    return hits / len(labels)
