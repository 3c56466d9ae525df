"""source-without-eos

Your sources do not end in eos.
Try: Look at the last token of a source.
Hint: `+ [eos_id]` on both sides.
"""


def translation_batch(pairs, vocab, pad_id, bos_id, eos_id):
    if not pairs:
        raise ValueError(f"pairs={pairs} is empty")
    src = [encode(list(source), vocab) for source, _ in pairs]
    tgt = [[bos_id] + encode(list(target), vocab) + [eos_id] for _, target in pairs]
    return pad_batch(src, pad_id), pad_batch(tgt, pad_id)
