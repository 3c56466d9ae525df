"""eos-fixed"""


def translation_batch(pairs, vocab, pad_id, bos_id, eos_id):
    if not pairs:
        raise ValueError(f"pairs={pairs} is empty")
    src = [encode(list(source), vocab) + [2] for source, _ in pairs]
    tgt = [[bos_id] + encode(list(target), vocab) + [2] for _, target in pairs]
    return pad_batch(src, pad_id), pad_batch(tgt, pad_id)
