"""unk-always-needed

You ask for `<unk>` even where no character is unknown. A vocabulary need not have it then.
Try: Make a batch without unknown characters, with a vocabulary without `<unk>`.
Hint: `vocab[c] if c in vocab else vocab["<unk>"]`.
"""


def translation_batch(pairs, vocab, pad_id, bos_id, eos_id):
    if not pairs:
        raise ValueError(f"pairs={pairs} is empty")
    src = [[vocab.get(c, vocab["<unk>"]) for c in source] + [eos_id] for source, _ in pairs]
    tgt = [[bos_id] + [vocab.get(c, vocab["<unk>"]) for c in target] + [eos_id] for _, target in pairs]
    return pad_batch(src, pad_id), pad_batch(tgt, pad_id)
