"""words-for-characters

You take words as tokens. Here they are characters.
Try: How many ids should "ab" give?
Hint: `list(text)`.
"""


def translation_batch(pairs, vocab, pad_id, bos_id, eos_id):
    if not pairs:
        raise ValueError(f"pairs={pairs} is empty")
    src = [encode(source.split(), vocab) + [eos_id] for source, _ in pairs]
    tgt = [[bos_id] + encode(target.split(), vocab) + [eos_id] for _, target in pairs]
    return pad_batch(src, pad_id), pad_batch(tgt, pad_id)
