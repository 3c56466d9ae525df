"""one-width-for-both

Both sides have one width. Each is as wide as its own longest.
Try: Compare the two shapes.
Hint: Pad sources and targets apart.
"""


def translation_batch(pairs, vocab, pad_id, bos_id, eos_id):
    if not pairs:
        raise ValueError(f"pairs={pairs} is empty")
    src = [encode(list(source), vocab) + [eos_id] for source, _ in pairs]
    tgt = [[bos_id] + encode(list(target), vocab) + [eos_id] for _, target in pairs]
    both = pad_batch(src + tgt, pad_id)
    return both[: len(src)], both[len(src) :]
