"""sides-swapped

Source and target have changed places.
Try: Which text of a pair comes first?
"""


def translation_batch(pairs, vocab, pad_id, bos_id, eos_id):
    if not pairs:
        raise ValueError(f"pairs={pairs} is empty")
    src = [encode(list(source), vocab) + [eos_id] for _, source in pairs]
    tgt = [[bos_id] + encode(list(target), vocab) + [eos_id] for target, _ in pairs]
    return pad_batch(src, pad_id), pad_batch(tgt, pad_id)
