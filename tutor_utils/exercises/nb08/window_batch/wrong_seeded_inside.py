"""seed-without-effect"""


def window_batch(ids, batch_size, length, generator=None):
    if len(ids) <= length:
        raise ValueError(f"length={length} needs more ids than {len(ids)}")
    own = torch.Generator().manual_seed(0)
    starts = torch.randint(len(ids) - length, (batch_size, 1), generator=own)
    places = (starts + torch.arange(length)).to(ids.device)
    return ids[places], ids[places + 1]
