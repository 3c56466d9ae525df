"""eos-behind-the-pads

Your eos stands behind the pads, in the last column. It belongs behind the last character of each
row, and the pads behind it.
Try: Print the shorter row of two.
Hint: Append eos to each row first, and pad then.
"""


def translation_batch(pairs, vocab, pad_id, bos_id, eos_id):
    src = pad_batch([encode(list(source), vocab) for source, _ in pairs], pad_id)
    tgt = pad_batch([[bos_id] + encode(list(target), vocab) for _, target in pairs], pad_id)
    end = torch.full((len(pairs), 1), eos_id)
    return torch.cat([src, end], dim=1), torch.cat([tgt, end], dim=1)
