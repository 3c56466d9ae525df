"""no-start-twice"""


def window_batch(ids: Tensor, batch_size: int, length: int, generator=None) -> tuple[Tensor, Tensor]:
    if len(ids) <= length:
        raise ValueError(f"length={length} is too long for {len(ids)} ids")
    where = generator.device if generator is not None else "cpu"
    starts = torch.randperm(len(ids) - length, generator=generator, device=where)[:batch_size]
    places = starts.to(ids.device)[:, None] + torch.arange(length, device=ids.device)
    return ids[places], ids[places + 1]
