"""unknown-dropped

Unknown characters are left out.
Try: How long should the source of "axb" be?
Hint: `vocab["<unk>"]`.
"""


def translation_batch(pairs, vocab, pad_id, bos_id, eos_id):
    if not pairs:
        raise ValueError(f"pairs={pairs} is empty")
    src = [[vocab[c] for c in source if c in vocab] + [eos_id] for source, _ in pairs]
    tgt = [[bos_id] + [vocab[c] for c in target if c in vocab] + [eos_id] for _, target in pairs]
    return pad_batch(src, pad_id), pad_batch(tgt, pad_id)
