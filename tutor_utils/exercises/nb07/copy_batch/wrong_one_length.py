"""one-length

All rows have the same length. Then there is never a pad, and a fault in the masks stays hidden.
Try: How many lengths do you draw: none, one for the batch, or one for each row?
Hint: Draw a length for each row.
Seen: https://github.com/harvardnlp/annotated-transformer/issues/131
"""


def copy_batch(batch_size, max_len, vocab_size, generator=None, device=None):
    s = torch.randint(3, vocab_size, (batch_size, max_len), generator=generator)
    end = torch.full((batch_size, 1), 2)
    src = torch.cat([s, end], dim=1)
    return src, torch.cat([torch.ones_like(end), src], dim=1)
