"""bos-in-source

The source begins with bos too. bos is what the decoder starts from; the encoder reads the symbols
and eos alone.
Try: What should the first column of src hold, and what does yours hold?
Hint: Make src first. tgt is a column of bos, and then all of src.
"""


def copy_batch(batch_size, max_len, vocab_size, generator=None, device=None):
    symbols = torch.randint(3, vocab_size, (batch_size, max_len + 1), generator=generator)
    length = torch.randint(1, max_len + 1, (batch_size, 1), generator=generator)
    place = torch.arange(max_len + 1)
    row = torch.where(place < length, symbols, 0)
    row = torch.where(place == length, 2, row)
    tgt = torch.cat([torch.ones(batch_size, 1, dtype=torch.long), row], dim=1)
    return tgt.clone().to(device), tgt.to(device)
