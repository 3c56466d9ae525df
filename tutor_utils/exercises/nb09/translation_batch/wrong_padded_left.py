"""padded-on-the-left

Pads stand in front. They stand behind, so that position 0 is the first character.
Try: Look at the shorter row.
"""


def translation_batch(pairs, vocab, pad_id, bos_id, eos_id):
    if not pairs:
        raise ValueError(f"pairs={pairs} is empty")
    src = [encode(list(source), vocab) + [eos_id] for source, _ in pairs]
    tgt = [[bos_id] + encode(list(target), vocab) + [eos_id] for _, target in pairs]
    src, tgt = ([r[::-1] for r in rows] for rows in (src, tgt))
    return pad_batch(src, pad_id).flip(1), pad_batch(tgt, pad_id).flip(1)
