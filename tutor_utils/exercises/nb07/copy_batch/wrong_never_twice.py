"""no-symbol-twice

No symbol comes twice in a row, so no row is longer than the vocabulary has symbols, and a model
could learn from that what never comes next. Each symbol is drawn by itself.
Try: Draw a batch with max_len=6 and vocab_size=5. How long is its longest row?
Hint: `randperm` shuffles without repeating anything; `randint` draws each number anew.
"""


def copy_batch(batch_size, max_len, vocab_size, generator=None, device=None):
    src = torch.zeros(batch_size, max_len + 1, dtype=torch.long)
    for row in src:
        length = torch.randint(1, max_len + 1, (1,), generator=generator).item()
        symbols = torch.randperm(vocab_size - 3, generator=generator)[:length] + 3
        row[: len(symbols)] = symbols
        row[len(symbols)] = 2
    return src.to(device), torch.cat([torch.ones_like(src[:, :1]), src], 1).to(device)
