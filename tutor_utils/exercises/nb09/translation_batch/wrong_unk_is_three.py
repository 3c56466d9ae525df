"""unk-fixed

`<unk>` has the number 3 in your code. The vocabulary says which number it has.
Try: What does your code give where `vocab["<unk>"]` is 9?
Hint: `vocab.get(c, vocab["<unk>"])`, or your `encode`.
"""


def translation_batch(pairs, vocab, pad_id, bos_id, eos_id):
    src = [[vocab.get(c, 3) for c in source] + [eos_id] for source, _ in pairs]
    tgt = [[bos_id] + [vocab.get(c, 3) for c in target] + [eos_id] for _, target in pairs]
    return pad_batch(src, pad_id), pad_batch(tgt, pad_id)
