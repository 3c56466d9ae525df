"""result-overwritten"""


_buffers: dict = {}


def copy_batch(
    batch_size: int,
    max_len: int,
    vocab_size: int,
    generator: torch.Generator | None = None,
    device: torch.device | str | None = None,
) -> tuple[Tensor, Tensor]:
    key = (batch_size, max_len, str(device))
    if key not in _buffers:
        _buffers[key] = (
            torch.empty(batch_size, max_len + 1, dtype=torch.long, device=device),
            torch.empty(batch_size, max_len + 2, dtype=torch.long, device=device),
        )
    src, tgt = _buffers[key]
    src.zero_()
    tgt.zero_()
    tgt[:, 0] = 1
    for b in range(batch_size):
        n = int(torch.randint(1, max_len + 1, (1,), generator=generator))
        symbols = torch.randint(3, vocab_size, (n,), generator=generator)
        src[b, :n] = symbols
        src[b, n] = 2
        tgt[b, 1 : n + 1] = symbols
        tgt[b, n + 1] = 2
    return src, tgt
