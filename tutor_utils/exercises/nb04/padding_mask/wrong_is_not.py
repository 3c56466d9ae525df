"""identity-for-equality

You compare with `is`, which asks whether two names are one object. Python keeps the numbers up to 256
as one object each; larger ones are made anew, so `is` says no though they are equal.
Try: `a = 30000; b = int("30000")`: what do `a is b` and `a == b` give?
Hint: Compare with `==` and `!=`.
"""


def padding_mask(ids, pad_id):
    rows = [[token is not pad_id for token in row] for row in ids.tolist()]
    return torch.tensor(rows, dtype=torch.bool, device=ids.device)[:, None, None, :]
