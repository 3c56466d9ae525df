"""lower-case

Capital letters became small ones. "März" begins with a capital letter, which has an id of its own.
Try: Look for `.lower()` or `.casefold()`.
"""


def translation_batch(pairs, vocab, pad_id, bos_id, eos_id):
    src = [encode(list(source.lower()), vocab) + [eos_id] for source, _ in pairs]
    tgt = [[bos_id] + encode(list(target.lower()), vocab) + [eos_id] for _, target in pairs]
    return pad_batch(src, pad_id), pad_batch(tgt, pad_id)
