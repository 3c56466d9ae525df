"""lengths-by-row-number

How long a row is depends on its place in the batch: in a batch of few rows some lengths never
come.
Try: Call it with batch_size=1 a few times. Which lengths come?
Hint: `torch.randint(1, max_len + 1, (batch_size, 1), generator=generator)` draws each by itself.
"""


def copy_batch(
    batch_size: int,
    max_len: int,
    vocab_size: int,
    generator: torch.Generator | None = None,
    device: torch.device | str | None = None,
) -> tuple[Tensor, Tensor]:
    strata = torch.arange(batch_size) % max_len + 1
    lengths = strata[torch.randperm(batch_size, generator=generator)]
    src = torch.zeros(batch_size, max_len + 1, dtype=torch.long)
    for row, n in enumerate(lengths.tolist()):
        src[row, :n] = torch.randint(3, vocab_size, (n,), generator=generator)
        src[row, n] = 2
    bos = torch.ones(batch_size, 1, dtype=torch.long)
    tgt = torch.cat([bos, src], dim=1)
    return src.to(device), tgt.to(device)
