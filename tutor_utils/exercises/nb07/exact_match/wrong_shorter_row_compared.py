"""beginning-counts-as-right

Where one of the two texts is only the beginning of the other, your code counts it as right: it compares
no further than the shorter one goes. `zip` stops there without a word.
Try: An answer that says eos at once: how many of its tokens does your code compare?
Hint: Compare the two lists with `==`, which asks for their lengths too.
"""


def exact_match(predicted, labels, eos_id, pad_id):
    def symbols(row):
        row = row.tolist()
        return row[: row.index(eos_id)] if eos_id in row else row

    hits = [
        all(a == b for a, b in zip(symbols(p), symbols(t))) for p, t in zip(predicted, labels)
    ]
    return sum(hits) / len(hits)
