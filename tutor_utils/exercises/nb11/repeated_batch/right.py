# --- expanded
def repeated_batch(batch_size, period, repeats, vocab_size, generator=None):
    one = torch.randint(vocab_size - 1, (batch_size, 1, period), generator=generator) + 1
    return one.expand(-1, repeats, -1).reshape(batch_size, -1)


# --- rows
def repeated_batch(batch_size, period, repeats, vocab_size, generator=None):
    rows = []
    for _ in range(batch_size):
        row = torch.randint(1, vocab_size, (period,), generator=generator).tolist()
        rows.append(row * repeats)
    return torch.tensor(rows)


# --- usual
def repeated_batch(batch_size, period, repeats, vocab_size, generator=None):
    segment = torch.randint(1, vocab_size, (batch_size, period), generator=generator)
    return segment.repeat(1, repeats)
