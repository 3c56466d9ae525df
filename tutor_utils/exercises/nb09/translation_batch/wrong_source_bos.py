"""source-with-bos

Your sources begin with bos. Only the target does: the decoder has nothing else to start from.
Try: Compare the first column of src with the docstring.
"""


def translation_batch(pairs, vocab, pad_id, bos_id, eos_id):
    if not pairs:
        raise ValueError(f"pairs={pairs} is empty")
    src = [[bos_id] + encode(list(source), vocab) + [eos_id] for source, _ in pairs]
    tgt = [[bos_id] + encode(list(target), vocab) + [eos_id] for _, target in pairs]
    return pad_batch(src, pad_id), pad_batch(tgt, pad_id)
