"""no-pairs-pass

No pairs are not refused with words of your own.
Try: Call it with an empty list.
Hint: `if not pairs: raise ValueError(f"pairs={pairs} ...")`.
"""


def translation_batch(pairs, vocab, pad_id, bos_id, eos_id):
    src = [encode(list(source), vocab) + [eos_id] for source, _ in pairs]
    tgt = [[bos_id] + encode(list(target), vocab) + [eos_id] for _, target in pairs]
    return pad_batch(src, pad_id), pad_batch(tgt, pad_id)
