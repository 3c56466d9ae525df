"""unknown-becomes-pad

An unknown character becomes pad. Pads are hidden, so the model would not even see that something stands there.
Try: What should an unknown character become?
Hint: `vocab["<unk>"]`.
"""


def translation_batch(pairs, vocab, pad_id, bos_id, eos_id):
    if not pairs:
        raise ValueError(f"pairs={pairs} is empty")
    src = [[vocab.get(c, pad_id) for c in source] + [eos_id] for source, _ in pairs]
    tgt = [[bos_id] + [vocab.get(c, pad_id) for c in target] + [eos_id] for _, target in pairs]
    return pad_batch(src, pad_id), pad_batch(tgt, pad_id)
