# --- all_places
# Each place of the row reads its place in the segment.
def repeated_batch(batch_size, period, repeats, vocab_size, generator=None):
    segment = torch.randint(1, vocab_size, (batch_size, period), generator=generator)
    places = torch.arange(period * repeats) % period
    return segment[:, places]


# --- cat
def repeated_batch(batch_size, period, repeats, vocab_size, generator=None):
    rand_tokens = torch.randint(low=1, high=vocab_size, size=(batch_size, period), generator=generator)
    return torch.cat([rand_tokens] * repeats, dim=-1)


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
