"""order-ignored

You compare which symbols were said, and not in which order.
Try: Would 7 5 count as 5 7 in your code?
Hint: Compare place by place.
"""


def exact_match(predicted, labels, eos_id, pad_id):
    def words(row):
        row = row.tolist()
        return sorted(row[: row.index(eos_id) + 1] if eos_id in row else row)

    return sum(words(p) == words(t) for p, t in zip(predicted, labels)) / len(labels)
