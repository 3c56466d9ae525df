"""eos-not-compared"""


def exact_match(predicted, labels, eos_id, pad_id):
    def sentence(row):
        row = row[: row.index(eos_id)] if eos_id in row else row
        return [token for token in row if token != pad_id]

    pairs = list(zip(predicted.tolist(), labels.tolist()))
    return sum(sentence(said) == sentence(label) for said, label in pairs) / len(pairs)
