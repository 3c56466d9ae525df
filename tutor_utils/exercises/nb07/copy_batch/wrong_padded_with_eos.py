"""eos-repeated

After the first eos only pads may follow. Your row holds more than one eos.
Try: Which lines of your code write eos, and at which places?
Hint: eos stands where place == length, and nowhere else.
"""


def copy_batch(batch_size, max_len, vocab_size, generator=None, device=None):
    symbols = torch.randint(3, vocab_size, (batch_size, max_len), generator=generator)
    length = torch.randint(1, max_len + 1, (batch_size, 1), generator=generator)
    place = torch.arange(max_len + 1)
    symbols = torch.cat([symbols, torch.zeros(batch_size, 1, dtype=torch.long)], dim=1)
    src = torch.where(place < length, symbols, 0)
    src = torch.where(place >= length, 2, src)
    tgt = torch.cat([torch.ones(batch_size, 1, dtype=torch.long), src], dim=1)
    return src.to(device), tgt.to(device)
