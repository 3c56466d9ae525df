def exact_match(predicted, labels, eos_id, pad_id):
    def cut(row):
        row = list(map(int, row))
        return tuple(row[: row.index(eos_id) + 1]) if eos_id in row else tuple(row) + ('never ended',)
    return sum(cut(p) == cut(t) for p, t in zip(predicted, labels)) / predicted.size(0)
