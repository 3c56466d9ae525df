"""specials-as-symbols

Before the eos of a row stands an id below 3, a pad or a bos. Only symbols belong there: a pad is
hidden by the mask, and the source has no bos.
Try: How did it get there: can you draw it, does a bos stand in front of the source, or does eos
stand behind the pads?
Hint: Symbols from torch.randint(3, vocab_size, ...), and eos right behind the last of them.
Seen: https://github.com/harvardnlp/annotated-transformer/issues/131
"""


def copy_batch(batch_size, max_len, vocab_size, generator=None, device=None):
    symbols = torch.randint(0, vocab_size, (batch_size, max_len), generator=generator)
    length = torch.randint(1, max_len + 1, (batch_size, 1), generator=generator)
    place = torch.arange(max_len + 1)
    symbols = torch.cat([symbols, torch.zeros(batch_size, 1, dtype=torch.long)], dim=1)
    src = torch.where(place < length, symbols, 0)
    src = torch.where(place == length, 2, src)
    tgt = torch.cat([torch.ones(batch_size, 1, dtype=torch.long), src], dim=1)
    return src.to(device), tgt.to(device)
