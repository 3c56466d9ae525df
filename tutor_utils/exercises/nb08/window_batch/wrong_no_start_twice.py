"""no-start-twice

Your starts are drawn without being put back, so a window never comes twice in a batch. The contract
draws each row by itself.
Try: `randperm` and `random.sample` deal cards; `randint` throws dice. Which is asked for?
"""


def window_batch(ids: Tensor, batch_size: int, length: int, generator=None) -> tuple[Tensor, Tensor]:
    if len(ids) <= length:
        raise ValueError(f"length={length} is too long for {len(ids)} ids")
    where, n = (generator.device if generator is not None else "cpu"), len(ids) - length
    if n >= batch_size:
        starts = torch.randperm(n, generator=generator, device=where)[:batch_size, None]
    else:
        starts = torch.randint(n, (batch_size, 1), generator=generator, device=where)
    places = starts.to(ids.device) + torch.arange(length, device=ids.device)
    return ids[places], ids[places + 1]
