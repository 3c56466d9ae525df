# --- cut_rows
def exact_match(predicted, labels, eos_id, pad_id):
    def cut(row):
        row = list(map(int, row))
        return tuple(row[: row.index(eos_id) + 1]) if eos_id in row else tuple(row) + ('never ended',)
    return sum(cut(p) == cut(t) for p, t in zip(predicted, labels)) / predicted.size(0)


# --- lists
def exact_match(predicted, labels, eos_id, pad_id):
    hits = 0
    for p, t in zip(predicted.tolist(), labels.tolist()):
        n = t.index(eos_id) + 1
        hits += p[:n] == t[:n]
    return hits / len(labels)


# --- padded
def exact_match(predicted, labels, eos_id, pad_id):
    width = max(predicted.shape[1], labels.shape[1])
    predicted = F.pad(predicted, (0, width - predicted.shape[1]), value=pad_id)
    labels = F.pad(labels, (0, width - labels.shape[1]), value=pad_id)
    right = (predicted == labels) | (labels == pad_id)
    return right.all(dim=1).float().mean().item()
