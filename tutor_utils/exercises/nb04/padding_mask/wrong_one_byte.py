"""ids-cut-to-one-byte

Ids that differ from `pad_id` by 256, or a multiple of it, are taken for pads: only the last byte
of an id counts.
Try: `torch.tensor([257, 1]).to(torch.uint8)`: what is left of 257?
Hint: Compare the ids as they come, as whole numbers of 64 bits.
"""


def padding_mask(ids, pad_id):
    return ((ids - pad_id).to(torch.uint8) != 0)[:, None, None, :]
