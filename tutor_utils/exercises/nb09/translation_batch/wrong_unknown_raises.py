"""unknown-raises

A character that is not in the vocabulary stops your code.
Try: What does the docstring say of unknown characters?
Hint: `vocab["<unk>"]`, or your `encode`.
Raises: ^KeyError: '[^<]'$
"""


def translation_batch(pairs, vocab, pad_id, bos_id, eos_id):
    if not pairs:
        raise ValueError(f"pairs={pairs} is empty")
    src = [[vocab[c] for c in source] + [eos_id] for source, _ in pairs]
    tgt = [[bos_id] + [vocab[c] for c in target] + [eos_id] for _, target in pairs]
    return pad_batch(src, pad_id), pad_batch(tgt, pad_id)
